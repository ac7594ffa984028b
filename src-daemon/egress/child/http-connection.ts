import type { Duplex } from 'node:stream';
import type { BlockedReason } from '../../../src-shared/contracts/network/network-events.ts';
import type { EffectiveRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { BoundSecret } from '../policy.ts';

/** The upstream host could not be connected. */
export class ConnectError extends Error {
  readonly reason: BlockedReason;

  constructor(reason: BlockedReason) {
    super(`cannot connect to the host: ${reason}`);
    this.name = 'ConnectError';
    this.reason = reason;
  }
}

/** One connection of a program whose requests are read, checked and sent on by `http/proxy-http.ts`. */
export interface HttpConnection {
  /** Decrypted bytes of the program. */
  program: Duplex;
  host: string;
  port: number;
  isTls: boolean;
  rule: EffectiveRule;
  /** Secrets that the rule names and that have places at this host. */
  secrets: readonly BoundSecret[];
  /** All secrets of the run, to find placeholders in wrong places. */
  allSecrets: readonly BoundSecret[];
  /** Opens the upstream connection, whose certificate is verified. Called at most once. @throws ConnectError */
  connect(): Promise<Duplex>;
  /** Resolves with true when the use of a secret at this host is recorded. The answer is remembered for the run. */
  recordUse(secret: string): Promise<boolean>;
  /** Reports a finished request. `path` has no query. */
  onRequest(request: { method: string; path: string; status: number | null; secrets: string[] }): void;
  /** Counts values that were masked in a response. */
  onMasked(count: number): void;
  /** Reports a refused request. */
  onBlocked(reason: BlockedReason, method?: string): void;
}
