import type { Context } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { Actor } from '../../core/actor.ts';
import type { Entered } from '../access.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import type { ContextList } from './context-list.ts';

/** A context of a sandbox. */
export interface ContextKey {
  id: string;
  cid: string;
}

export interface KernelAccess {
  /** Does a short operation in a running sandbox, and maps its errors to errors of the API. */
  use: <Result>(actor: Actor, id: string, work: (entered: Entered) => Promise<Result>) => Promise<Result>;
  listOf: (sandbox: ActiveSandbox) => ContextList;
}

/** The end, the interrupt and the restart of a context. */
export function createKernelControl({ use, listOf }: KernelAccess) {
  return {
    deleteContext: (actor: Actor, { id, cid }: ContextKey): Promise<void> =>
      use(actor, id, async ({ sandbox }) => {
        const list = listOf(sandbox);
        const hadEnded = list.ended.take(cid) !== undefined;
        if (!hadEnded || list.has(cid)) list.requireExisting(cid).close();
      }),

    interruptContext: (actor: Actor, { id, cid }: ContextKey): Promise<void> =>
      use(actor, id, async ({ sandbox }) => listOf(sandbox).requireExisting(cid).interrupt()),

    restartContext: (actor: Actor, { id, cid }: ContextKey): Promise<Context> =>
      use(actor, id, async ({ sandbox }) => {
        const list = listOf(sandbox);
        const end = list.ended.take(cid);
        const isNew = end !== undefined && !list.has(cid);
        const context = isNew ? list.create(cid, end.request) : list.requireExisting(cid);
        await (isNew ? context.ready() : context.restart());
        return context.view();
      }),
  };
}
