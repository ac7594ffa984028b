import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../errors/app-error.ts';
import { shuttingDown } from '../../errors/repeated-errors.ts';
import type { ActiveSandbox } from './sandbox.ts';

/** A sandbox that is being created. */
export interface Creation {
  /** Aborted if the account or its credential ends, or the daemon stops. */
  cancellation: AbortController;
  /** Ends the creation; later calls do nothing. */
  release(): void;
}

export type SandboxRegistry = ReturnType<typeof createSandboxRegistry>;

/** The sandboxes in memory, and those that are being created. */
export function createSandboxRegistry() {
  const sandboxes = new Map<string, ActiveSandbox>();
  const creations = new Map<Creation, { accountId: number; ended: PromiseWithResolvers<void> }>();
  let isClosed = false;

  const listAccount = (accountId: number) => all().filter((sandbox) => sandbox.accountId === accountId);

  return {
    /** Reserves one of the account's `most` sandboxes. @throws AppError `too_many_sandboxes`, `shutting_down` */
    reserve(accountId: number, max: number): Creation {
      if (isClosed) throw shuttingDown();
      const inCreation = [...creations.values()].filter((creation) => creation.accountId === accountId).length;
      if (listAccount(accountId).length + inCreation >= max) throw tooMany(max);
      const ended = Promise.withResolvers<void>();
      const creation: Creation = {
        cancellation: new AbortController(),
        release() {
          creations.delete(creation);
          ended.resolve();
        },
      };
      creations.set(creation, { accountId, ended });
      return creation;
    },

    add: (sandbox: ActiveSandbox): void => void sandboxes.set(sandbox.id, sandbox),
    remove: (id: string): void => void sandboxes.delete(id),

    find(accountId: number, id: string): ActiveSandbox | undefined {
      const sandbox = sandboxes.get(id);
      return sandbox?.accountId === accountId ? sandbox : undefined;
    },

    all,
    listAccount,

    /** Returns the number of sandboxes that a credential has created. */
    countOf: ({ kind, id }: Pick<Actor['credential'], 'kind' | 'id'>): number =>
      all().filter(({ credential }) => credential.kind === kind && credential.id === id).length,

    cancelCreations(accountId: number, reason: AppError): void {
      for (const [creation, { accountId: owner }] of creations)
        if (owner === accountId) creation.cancellation.abort(reason);
    },

    /** Refuses further creations, and waits until those in progress have ended. */
    async close(): Promise<void> {
      isClosed = true;
      for (const creation of creations.keys()) creation.cancellation.abort(shuttingDown());
      await Promise.all([...creations.values()].map(({ ended }) => ended.promise));
    },
  };

  function all(): ActiveSandbox[] {
    return [...sandboxes.values()];
  }
}

function tooMany(max: number): AppError {
  const limit = max === 1 ? 'is 1' : `is ${max}`;
  return new AppError(
    'too_many_sandboxes',
    `The account already has as many sandboxes as its settings allow: the limit ${limit}. Delete one first, or change ` +
      'sandboxes.perAccount in the settings.',
  );
}
