import type { Actor } from '../core/actor.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import type { LiveSandbox } from '../engine/live-sandbox.ts';

/** Gives the parts of this feature (processes, contexts, files) a sandbox for the time of one request or stream. */
export interface SandboxAccess {
  /**
   * Returns a running sandbox that the actor may use.
   * @throws AppError `sandbox_not_found`, `sandbox_ended`, `cluster_not_allowed`, `sandbox_paused`, `forbidden`
   */
  enter(actor: Actor, id: string, options?: EnterOptions): EnteredSandbox;
}

export interface EnterOptions {
  /** False for an operation that does not keep the sandbox from its idle end, such as a watch; true if absent. */
  countsAsUse?: boolean;
}

export interface EnteredSandbox {
  live: LiveSandbox;
  /** Memory that the daemon holds for the account of the sandbox. */
  memory: AccountMemory;
  /** Maps errors of the engine's interface to errors of the API, for example SandboxEndedError to `sandbox_ended`. */
  asApiError(error: unknown): unknown;
  /** Ends the use; later calls do nothing. */
  leave(): void;
}
