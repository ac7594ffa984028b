import { type Authorization, ClusterConfigError } from './cluster.ts';
import { type PluginCommand, runPlugin } from './exec-plugin.ts';
import { readSmallFile } from './read-small-file.ts';

/** A token of a file is read again after this time, because the cluster replaces it (as client-go does). */
const fileAgeMs = 60_000;
/** A token that expires within this time is replaced. */
const leadMs = 10_000;

/** Authenticates by the client certificate alone. */
export function noAuthorization(): Authorization {
  return { current: async () => undefined, forget: () => {} };
}

/** @throws ClusterConfigError if the token cannot be sent in a header */
export function fixedToken(token: string, source: string): Authorization {
  const header = bearer(token, source);
  return { current: async () => header, forget: () => {} };
}

export function tokenFile(path: string): Authorization {
  return cached(async () => ({
    header: bearer((await readSmallFile(path, 'The token file')).toString('utf8'), `The token file ${path}`),
    isUsable: createAge(fileAgeMs),
  }));
}

export function pluginToken(command: PluginCommand): Authorization {
  return cached(async () => {
    const { token, expiresAt } = await runPlugin(command);
    return {
      header: bearer(token, `The token of the credential plugin ${command.plugin.command}`),
      isUsable: () => expiresAt === undefined || Date.now() < expiresAt - leadMs,
    };
  });
}

interface Obtained {
  header: string;
  isUsable(): boolean;
}

/** Keeps what `obtain` returns while it is usable. Calls at the same time share one attempt. */
function cached(obtain: () => Promise<Obtained>): Authorization {
  let kept: Obtained | undefined;
  let attempt: Promise<Obtained> | undefined;
  return {
    current: async () => {
      if (kept?.isUsable()) return kept.header;
      attempt ??= obtain().finally(() => {
        attempt = undefined;
      });
      kept = await attempt;
      return kept.header;
    },
    forget: () => {
      kept = undefined;
    },
  };
}

function createAge(limitMs: number): () => boolean {
  const since = performance.now();
  return () => performance.now() - since < limitMs;
}

function bearer(token: string, source: string): string {
  const bare = token.trim();
  if (!/^[\x21-\x7e]+$/.test(bare)) throw new ClusterConfigError(`${source} is empty or has characters of no token.`);
  return `Bearer ${bare}`;
}
