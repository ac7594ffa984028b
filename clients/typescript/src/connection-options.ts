import type { Fetch } from './fetch.ts';
import { StrongroomError } from './strongroom-error.ts';

/** Options of a client. */
export interface StrongroomOptions {
  /** Address of another daemon. Default: `STRONGROOM_URL`, or the daemon of `dataDir`; in a browser `http://127.0.0.1:7341`. */
  url?: string | undefined;
  /**
   * Data folder of a daemon of this user, which proves its identity before it gets the key. Default: the usual folder, if neither
   * `url`, `fetch` nor `STRONGROOM_URL` is given. Not in a browser.
   */
  dataDir?: string | undefined;
  /** API key, as `srk_…`. Default: `STRONGROOM_API_KEY`. Health and registration need none. */
  apiKey?: string | undefined;
  /** Time limit of calls that do not run programs; 0: none. Default: 60,000. */
  timeoutMs?: number | undefined;
  /**
   * Maximum number of repetitions of a call that was refused with 429 or 503 and a time to wait. Only calls that are safe to
   * repeat (GET, PUT, DELETE) are repeated; 0: none. Default: 2.
   */
  retries?: number | undefined;
  /** Replaces the `fetch` of the platform: `fetchOverSocket` of `strongroom-client/socket`, for example. */
  fetch?: Fetch | undefined;
}

export interface Connection {
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  retries: number;
  fetch: Fetch;
}

const defaultUrl = 'http://127.0.0.1:7341';

/** Checks the options of a client and adds the defaults. @throws StrongroomError `invalid_argument` */
export function readOptions(options: StrongroomOptions): Connection {
  const environment = readEnvironment();
  const apiKey = options.apiKey ?? environment.STRONGROOM_API_KEY;
  const url = options.url ?? environment.STRONGROOM_URL;
  return {
    url: checkUrl(url ?? defaultUrl),
    headers: apiKey ? { 'x-api-key': checkApiKey(apiKey) } : {},
    timeoutMs: options.timeoutMs ?? 60_000,
    retries: options.retries ?? 2,
    fetch: options.fetch ?? chooseFetch(options.dataDir, url),
  };
}

/** Without an address, a program that is not a page reaches the daemon of its user by the socket. */
function chooseFetch(dataDir: string | undefined, url: string | undefined): Fetch {
  const isOwn = dataDir !== undefined || (url === undefined && isServer());
  if (!isOwn) return (address, init) => globalThis.fetch(address, init);
  return async (address, init) => (await import('./own-daemon.ts')).fetchOwnDaemon(dataDir)(address, init);
}

/** Node, Deno and Bun have versions; a page has none, also if a bundler gives it a `process`. */
function isServer(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
}

/** A browser has no environment. */
function readEnvironment(): Record<string, string | undefined> {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env ?? {};
}

/** A key is sent over a network only with TLS. */
function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text can have a password, so no message repeats it.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new StrongroomError('invalid_argument', 'url must be an address such as http://127.0.0.1:7341.');
  if (url.protocol === 'http:' && !/^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname))
    throw new StrongroomError('invalid_argument', 'url: http is allowed for this machine only; use https for another.');
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href;
}

/** The error of `fetch` for such a header would contain the key. */
function checkApiKey(apiKey: string): string {
  if (/^[\x21-\x7e]{1,1024}$/.test(apiKey)) return apiKey;
  throw new StrongroomError('invalid_argument', 'apiKey must be one line of ASCII without spaces, as it was shown.');
}
