import { networkLimits } from '../../../src-shared/contracts/network/network-limits.ts';
import { checkJob } from '../check-job.ts';
import { compileLimits } from '../compile/compile-limits.ts';
import { compileRun } from '../compile/compile-run.ts';
import { endAsUnstartable } from '../compile/failed-compile.ts';
import type { AdmittedRun, RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import type { Language } from '../languages/languages.ts';
import { runInSlot } from '../queue/run-in-slot.ts';
import type { QueueEntry, RunQueue } from '../queue/run-queue.ts';
import { withEgressSlot } from '../queue/with-egress-slot.ts';
import type { Run, RunRecord } from '../run.ts';
import type { Connection } from './link/readiness.ts';
import { openSandbox } from './run/open-sandbox.ts';
import type { RunContext } from './run/run-context.ts';
import { runInSandbox } from './run/run-in-sandbox.ts';
import type { SandboxRequest } from './run/sandbox-pool.ts';
import { withConnection } from './run/with-connection.ts';

/** An accepted job. */
interface Admitted {
  job: SandboxJob;
  language: Language;
  entry: QueueEntry;
}

/** Creates the function that admits a job. Each job runs in a container of its own. */
export function createRuns(context: RunContext & { queue: RunQueue; stopped: AbortSignal }) {
  const { queue, stopped, readiness, pool, egress } = context;

  function admit(job: SandboxJob): AdmittedRun {
    const language = checkJob(job);
    stopped.throwIfAborted();
    readiness.demand();
    readiness.current()?.families.demand(language);
    const entry = withEgressSlot(queue.admit({ ...job, memoryMb: memoryOf(job, language) }), egress.slots, job);
    return { run: (hooks) => run({ job, language, entry }, hooks), release: entry.leave };
  }

  /** Waits for a slot and a connection, and runs the job there; at another connection if its image is made again. */
  function run({ job, language, entry }: Admitted, hooks: RunHooks): Promise<SandboxResult> {
    readiness.demand();
    const order = { queue, entry, job, hooks, stopped, makeReady: readiness.wait, refill: pool.refill };
    return runInSlot(order, ({ ready, wait, signal }) =>
      withConnection(context, ready, {
        ...{ language, signal },
        attempt: (connection) => runAt(context, connection, { job, language, wait, hooks: { ...hooks, signal } }),
      }),
    );
  }

  return { admit };
}

/** Compiles the program if its language requires that, opens a sandbox, and talks with its init to the end. */
async function runAt(context: RunContext, connection: Connection, run: Run): Promise<RunRecord> {
  // Refuses a language that is not installed before anything is made for the run.
  connection.families.demand(run.language);
  const compiled = await compileRun(run, (step) =>
    runInSandbox(context, step, () => context.pool.take(connection, requestOf(step))),
  );
  if ('ending' in compiled) return compiled;
  const { id, network } = compiled.job;
  const { connections } = networkLimits;
  const order = { id, network, connections, request: requestOf(compiled), hooks: compiled.hooks.network };
  const { egress, takeContainer, closeNetwork } = await openSandbox(context, connection, order);
  try {
    const record = await runInSandbox(context, { ...compiled, ...(egress && { egress }) }, takeContainer);
    return endAsUnstartable(record, compiled);
  } finally {
    const closed = closeNetwork();
    // The reports of its connections come before the answer; the removal of a container does not delay it.
    if (egress !== undefined) await closed;
  }
}

function requestOf({ job, language, limits, wait }: Run): SandboxRequest {
  return {
    kind: 'run',
    language,
    layer: job.layer,
    memoryMb: job.memoryMb,
    special: { pids: limits?.pids, scratchMb: limits?.scratchMb },
    labels: { executionId: job.id },
    wait,
  };
}

/** The compile step and the program run one after the other, so the larger of both counts. */
function memoryOf({ memoryMb }: Pick<SandboxJob, 'memoryMb'>, language: Language): number {
  return language.compile === undefined ? memoryMb : Math.max(memoryMb, compileLimits.memoryMb);
}
