import { CodeName } from '../../src-shared/formats/code-name.ts';
import { type DeepLink, type RefusedLink, screenNames } from '../../src-shared/shell-api.ts';

const longest = 512;

/**
 * Parses `strongroom://open/<screen>` and `strongroom://run/<name>`. Every program and web page can create a link. Other
 * forms are rejected with a reason that repeats no part of the link, and no link runs code.
 */
export function parseLink(text: string): DeepLink | RefusedLink {
  if (text.length > longest || !URL.canParse(text)) return malformed;
  const { protocol, host, pathname, search, hash, username, password, port } = new URL(text);
  if (protocol !== 'strongroom:' || `${search}${hash}${username}${password}${port}` !== '') return malformed;
  const subject = decode(pathname.replace(/^\//, '').replace(/\/$/, ''));
  if (subject === undefined) return malformed;
  if (host === 'open') return screenLink(subject);
  if (host !== 'run') return malformed;
  return CodeName.safeParse(subject).success ? { kind: 'run', name: subject } : impossibleName;
}

const malformed = refused('A link is strongroom://open/SCREEN or strongroom://run/NAME; this one is neither.');
const unknownScreen = refused(
  `It names a screen that Strongroom does not have. The screens are ${screenNames.join(', ')}.`,
);
const impossibleName = refused('It names a script by a name that no script can have.');

function screenLink(subject: string): DeepLink | RefusedLink {
  const screen = screenNames.find((name) => name === subject);
  return screen === undefined ? unknownScreen : { kind: 'open', screen };
}

function refused(reason: string): RefusedLink {
  return { kind: 'refused-link', reason };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
