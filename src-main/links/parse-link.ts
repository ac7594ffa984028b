import { type DeepLink, screenNames } from '../../src-shared/shell-api.ts';
import { CodeName } from '../../src-shared/vault.contract.ts';

const longest = 512;

/**
 * Reads `strongroom://open/<screen>` and `strongroom://run/<name>`. Anybody can make a link, a web page too: what is
 * not exactly one of these is undefined, and neither starts anything.
 */
export function parseLink(text: string): DeepLink | undefined {
  if (text.length > longest || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, search, hash, username, password, port } = new URL(text);
  if (protocol !== 'strongroom:' || `${search}${hash}${username}${password}${port}` !== '') return undefined;
  const subject = decode(pathname.replace(/^\//, '').replace(/\/$/, ''));
  if (subject === undefined) return undefined;
  if (host === 'open') {
    const screen = screenNames.find((name) => name === subject);
    return screen && { kind: 'open', screen };
  }
  if (host === 'run' && CodeName.safeParse(subject).success) return { kind: 'run', name: subject };
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
