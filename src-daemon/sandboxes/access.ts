import { sandboxLimits } from '../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import type { ClusterGate } from '../work/cluster-gate.ts';
import type { SandboxRegistry } from './life/registry.ts';
import type { ActiveSandbox } from './life/sandbox.ts';
import { asSandboxError, sandboxEnded, sandboxNotFound, sandboxPaused } from './life/sandbox-errors.ts';
import { maySeeSandbox } from './may-see-sandbox.ts';
import type { EnteredSandbox, EnterOptions, SandboxAccess } from './sandbox-access.ts';
import { findEndedSandbox } from './sandboxes.store.ts';

interface AccessDeps {
  database: Database;
  registry: SandboxRegistry;
  gate: ClusterGate;
  now: () => number;
}

/** A sandbox that one request or stream uses, with what only this feature knows of it. */
export interface Entered extends EnteredSandbox {
  sandbox: ActiveSandbox;
}

export interface OwnSandboxAccess extends SandboxAccess {
  enter(actor: Actor, id: string, options?: EnterOptions): Entered;
  /**
   * Returns a sandbox that the actor may use, paused or not.
   * @throws AppError `sandbox_not_found`, `sandbox_ended`
   */
  require(actor: Actor, id: string): ActiveSandbox;
  /** Returns the sandboxes that the actor may use, newest first. */
  list(actor: Actor): ActiveSandbox[];
  /** Does a short operation in a running sandbox, as a use of it. */
  use<Result>(actor: Actor, id: string, work: (entered: Entered) => Promise<Result>): Promise<Result>;
}

/**
 * The only way of the API to a sandbox. For a credential that may not see it (`maySeeSandbox`), it does not exist. An account
 * that no longer allows the cluster of its sandbox can only read its state, change its time limits and delete it.
 */
export function createSandboxAccess({ database, registry, gate, now }: AccessDeps): OwnSandboxAccess {
  return { enter, require: requireSandbox, list, use };

  function enter(actor: Actor, id: string, { countsAsUse = true }: EnterOptions = {}): Entered {
    const sandbox = requireSandbox(actor, id);
    gate.require(actor.accountId);
    if (sandbox.isPaused()) throw sandboxPaused();
    return {
      sandbox,
      live: sandbox.live,
      memory: sandbox.memory,
      asApiError: (error) => asSandboxError(error, sandbox.endReason()),
      leave: countsAsUse ? sandbox.expiry.beginUse() : () => undefined,
    };
  }

  function requireSandbox(actor: Actor, id: string): ActiveSandbox {
    const { accountId } = actor;
    const sandbox = registry.find(accountId, id);
    if (sandbox !== undefined) {
      if (!maySee(actor, sandbox)) throw sandboxNotFound();
      return sandbox;
    }
    const endedAfter = now() - sandboxLimits.endedKeptMs;
    const ended = findEndedSandbox(database.read, { id, accountId, endedAfter });
    if (ended === undefined || !maySeeSandbox(actor, ended)) throw sandboxNotFound();
    throw sandboxEnded(ended.endReason);
  }

  function list(actor: Actor): ActiveSandbox[] {
    const own = registry.listAccount(actor.accountId);
    return own.filter((sandbox) => maySee(actor, sandbox)).reverse();
  }

  async function use<Result>(actor: Actor, id: string, work: (entered: Entered) => Promise<Result>): Promise<Result> {
    const entered = enter(actor, id);
    try {
      return await work(entered);
    } catch (error) {
      throw entered.asApiError(error);
    } finally {
      entered.leave();
    }
  }
}

function maySee(actor: Actor, { credential, secretNames, network }: ActiveSandbox): boolean {
  return maySeeSandbox(actor, { credentialId: credential.id, secretNames, network });
}
