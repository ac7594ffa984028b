import type { Scope } from '../../src-shared/scopes.ts';

/** The authenticated caller of a request. It is passed to every service and must not outlive the request. */
export interface Actor {
  accountId: number;
  credential: {
    kind: 'session' | 'apiKey';
    id: string;
    /** Epoch ms; null for an API key without an end. */
    expiresAt: number | null;
  };
  scopes: ReadonlySet<Scope>;
  /** The only secrets that this credential may inject; null if only its scopes decide. */
  secretNames: readonly string[] | null;
  /** The only hosts that network rules of this credential can allow; null if only the account's settings decide. */
  networkHosts: readonly string[] | null;
  /** Opens the sealed data of the account. Filled with zeros when the request ends: copy it for longer work. */
  accountKey: Uint8Array;
  client: Client;
}

/** Origin of a request, as the client states it. */
export interface Client {
  ipAddress: string;
  userAgent: string | null;
  /** `api`, `interface`, `cli` or an agent's name. */
  source: string;
  /** True for a web browser at the TCP port. Its sessions end if the daemon does not stop cleanly. */
  isBrowser?: boolean;
  /** True if the request came through the socket, which only the daemon's own user can open. */
  isOwnUser?: boolean;
  /** True for a page, in a web browser or in the window of the desktop app. */
  isPage?: boolean;
  /** True if `source` is the name of an agent. Every audit row of its requests has this name. */
  isAgent?: boolean;
  /** True for the daemon itself. A request cannot set it. */
  isDaemon?: true;
}

/** The daemon itself, for changes that no request asks for. */
export const daemonClient: Client = { ipAddress: '127.0.0.1', userAgent: null, source: 'daemon', isDaemon: true };
