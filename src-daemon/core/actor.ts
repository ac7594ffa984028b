import type { Scope } from '../../src-shared/scopes.ts';

/** Who asks: made from a credential at the door, handed to every service, gone with the request. */
export interface Actor {
  accountId: number;
  credential: {
    kind: 'session' | 'apiKey';
    id: string;
    /** Epoch ms; null for an API key without an end. */
    expiresAt: number | null;
  };
  scopes: ReadonlySet<Scope>;
  /** The only secrets that this credential may inject; null: as its scopes say. */
  secretNames: readonly string[] | null;
  /** Opens what is sealed for the account. Filled with zeros when the request ends: copy what outlives it. */
  accountKey: Uint8Array;
  client: Client;
}

/** Where a request comes from, as far as it says. */
export interface Client {
  ipAddress: string;
  userAgent: string | null;
  /** `api`, `interface`, `cli` or an agent's name. */
  source: string;
  /** Whether a web browser asks over the TCP port, whose sessions end when the daemon does not stop cleanly. */
  isBrowser?: boolean;
  /** Whether it came through the socket that only the daemon's own user can reach. */
  isOwnUser?: boolean;
  /** Whether that is an agent, whose name every row of the audit log bears that it causes. */
  isAgent?: boolean;
}
