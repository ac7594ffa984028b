import type { Sandbox } from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import { invalidField } from '../errors/repeated-errors.ts';
import type { OwnSandboxAccess } from './access.ts';
import type { TimeLimits } from './life/expiry.ts';
import { type Opening, type OpenSandboxDeps, openSandbox } from './life/open-sandbox.ts';
import type { ActiveSandbox } from './life/sandbox.ts';
import { asSandboxError, sandboxEnded } from './life/sandbox-errors.ts';
import { streamCreation } from './life/stream-creation.ts';
import { toSandbox, toSandboxWithUsage } from './sandbox-view.ts';

interface SandboxesDeps extends OpenSandboxDeps {
  access: OwnSandboxAccess;
}

export type SandboxesService = ReturnType<typeof createSandboxesService>;

/** The sandboxes of an account: created, listed, paused and ended. */
export function createSandboxesService(deps: SandboxesDeps) {
  const { database, recordAudit, access, endSandbox, now } = deps;
  /** The last pause or resume of each sandbox: they are done one after the other. */
  const switches = new WeakMap<ActiveSandbox, Promise<unknown>>();

  return {
    /** Creates a sandbox. It ends if the signal aborts before it is returned. */
    async create(actor: Actor, opening: Opening): Promise<Sandbox> {
      return toSandbox(await openSandbox(deps, actor, opening));
    },

    /** Creates a sandbox and streams the installation of its packages. */
    createStreaming: (actor: Actor, opening: Omit<Opening, 'append'>): AsyncIterable<StreamEvent> =>
      streamCreation(deps, actor, opening),

    list: (actor: Actor): Sandbox[] => access.list(actor).map(toSandbox),

    /** Does not count as use. */
    read: (actor: Actor, id: string): Promise<Sandbox> => toSandboxWithUsage(access.require(actor, id)),

    /** Changes the time limits; the idle time begins again. */
    extend(
      actor: Actor,
      id: string,
      { idleTimeoutMs, maxLifetimeMs }: { [Name in keyof TimeLimits]?: number | undefined },
    ): Sandbox {
      const sandbox = access.require(actor, id);
      if (maxLifetimeMs !== undefined && sandbox.createdAt + maxLifetimeMs <= now())
        throw invalidField('maxLifetimeMs', 'must be longer than the sandbox has existed; to end it, delete it');
      sandbox.expiry.beginUse()();
      sandbox.expiry.change({
        ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
        ...(maxLifetimeMs !== undefined && { maxLifetimeMs }),
      });
      return toSandbox(sandbox);
    },

    /** Resolves when the container no longer exists. */
    remove: (actor: Actor, id: string): Promise<void> =>
      endSandbox(access.require(actor, id), { reason: 'deleted', by: actor }),

    pause: (actor: Actor, id: string): Promise<Sandbox> => switchTo(actor, id, true),
    resume: (actor: Actor, id: string): Promise<Sandbox> => switchTo(actor, id, false),
  };

  async function switchTo(actor: Actor, id: string, isPaused: boolean): Promise<Sandbox> {
    const sandbox = access.require(actor, id);
    const done = (switches.get(sandbox) ?? Promise.resolve()).then(() => setPaused(actor, sandbox, isPaused));
    switches.set(
      sandbox,
      done.catch(() => undefined),
    );
    await done;
    return toSandbox(sandbox);
  }

  async function setPaused(actor: Actor, sandbox: ActiveSandbox, isPaused: boolean): Promise<void> {
    const ended = sandbox.endReason();
    if (ended !== undefined) throw sandboxEnded(ended);
    sandbox.expiry.beginUse()();
    if (sandbox.isPaused() === isPaused) return;
    const action = isPaused ? 'sandbox.pause' : 'sandbox.resume';
    database.transaction((db) => recordAudit(db, actor, { action, resourceId: sandbox.id, metadata: {} }));
    // Requests are refused from the beginning of a pause, because they would not be answered before its end.
    if (isPaused) sandbox.setPaused(true);
    try {
      await (isPaused ? sandbox.live.pause() : sandbox.live.resume());
      sandbox.setPaused(isPaused);
    } catch (error) {
      sandbox.setPaused(!isPaused);
      throw asSandboxError(error, sandbox.endReason());
    }
  }
}
