import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxLimits } from '../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { unauthorized } from '../errors/repeated-errors.ts';
import type { HintDeps } from '../work/hints/failed-run.ts';
import { createSandboxAccess } from './access.ts';
import { createContextsService } from './contexts/contexts.service.ts';
import { createSandboxFiles } from './files/files.service.ts';
import { createSandboxEnder, recordSandboxEnd } from './life/end-sandbox.ts';
import type { OpenSandboxDeps } from './life/open-sandbox.ts';
import { createSandboxRegistry } from './life/registry.ts';
import type { ActiveSandbox } from './life/sandbox.ts';
import { createSandboxNetwork } from './network/network.service.ts';
import { createProcessesService } from './processes/processes.service.ts';
import { createCodeRecorder } from './record-code.ts';
import { createSandboxesService } from './sandboxes.service.ts';
import { deleteSandboxesEndedBefore, listOpenSandboxes } from './sandboxes.store.ts';

type SandboxesParts = Omit<OpenSandboxDeps, 'endSandbox' | 'registry'> & HintDeps;

/** The parts of the sandboxes feature, put together. */
export function createSandboxes(parts: SandboxesParts) {
  const { database, gate, log, now } = parts;
  const registry = createSandboxRegistry();
  const endSandbox = createSandboxEnder({ ...parts, registry });
  const access = createSandboxAccess({ database, registry, gate, now });
  const recordCode = createCodeRecorder(parts);

  return {
    ...createSandboxesService({ ...parts, registry, access, endSandbox }),
    ...createProcessesService({ ...parts, access, recordCode }),
    ...createContextsService({ ...parts, access, recordCode }),
    files: createSandboxFiles(access),
    network: createSandboxNetwork({ ...parts, access }),

    /** Returns the number of sandboxes that a credential has created. */
    countOf: registry.countOf,

    /** Ends the sandboxes of an account that was deleted. */
    endAccount(accountId: number): void {
      registry.cancelCreations(accountId, unauthorized());
      for (const sandbox of registry.listAccount(accountId))
        endSandbox(sandbox, { reason: 'account_ended' }).catch((error: unknown) => reportLeft(sandbox.id, error));
    },

    /** Ends the sandboxes of an account whose windows were locked. Returns their number. */
    endOwnerless(accountId: number): number {
      const ownerless = registry.listAccount(accountId).filter((sandbox) => sandbox.isOwnerless());
      for (const sandbox of ownerless)
        endSandbox(sandbox, { reason: 'credential_ended' }).catch((error: unknown) => reportLeft(sandbox.id, error));
      return ownerless.length;
    },

    /** Records the ends of the sandboxes of a daemon that died; once, before anything is served. */
    recover: (): void =>
      database.transaction((db) => {
        for (const row of listOpenSandboxes(db)) recordSandboxEnd(parts, db, { ...row, reason: 'daemon_stopped' });
      }),

    /** Deletes the rows of sandboxes that ended long ago. */
    sweep: (): void => database.transaction((db) => deleteSandboxesEndedBefore(db, now() - sandboxLimits.endedKeptMs)),

    /** Refuses new sandboxes, waits for the uses of the others, at most `graceMs`, and ends them. */
    async stop(graceMs: number): Promise<void> {
      const late = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
      await registry.close();
      const end = async (sandbox: ActiveSandbox) => {
        await Promise.race([sandbox.expiry.unused(), grace]);
        await endSandbox(sandbox, { reason: 'daemon_stopped' });
      };
      await Promise.all(
        registry.all().map((sandbox) => end(sandbox).catch((error: unknown) => reportLeft(sandbox.id, error))),
      );
      late.abort();
    },
  };

  function reportLeft(sandboxId: string, error: unknown): void {
    log.error({ sandboxId, err: error }, 'the container of a sandbox was not removed');
  }
}
