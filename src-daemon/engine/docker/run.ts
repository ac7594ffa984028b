import { networkLimits } from '../../../src-shared/contracts/network/network-limits.ts';
import { memoryOfRun } from '../compile/compile-limits.ts';
import { compileRun } from '../compile/compile-run.ts';
import { endAsUnstartable } from '../compile/failed-compile.ts';
import type { RunHooks } from '../engine.ts';
import { runInSandbox } from '../guest/run-in-sandbox.ts';
import { requestOfRun } from '../pool/sandbox-requests.ts';
import { enterEgressSlot } from '../queue/enter-egress-slot.ts';
import type { Run, RunRecord } from '../run.ts';
import type { CheckedJob, Runner, RunSlot } from '../runner.ts';
import type { EngineConnection } from './link/engine-connection.ts';
import type { ContainerRequest } from './run/container-pool.ts';
import { openSandbox } from './run/open-sandbox.ts';
import type { RunContext } from './run/run-context.ts';
import { withConnection } from './run/with-connection.ts';

/** Creates the functions that check a job and run it. Each job runs in a container of its own. */
export function createDockerRuns(context: RunContext): Pick<Runner, 'check' | 'run'> {
  const { readiness, egress } = context;

  function check({ job, language }: CheckedJob): number {
    readiness.demand();
    readiness.current()?.families.demand(language);
    return memoryOfRun(job, language);
  }

  /** Waits for a connection, and runs the job there; at another connection if its image is made again. */
  async function run({ job, language }: CheckedJob, hooks: RunHooks, slot: RunSlot): Promise<RunRecord> {
    const { wait, leaveQueue } = slot;
    const egressSlot = await enterEgressSlot(egress.slots, job, wait.signal);
    try {
      const first = await readiness.wait(wait.signal);
      leaveQueue();
      return await withConnection(context, first, {
        ...{ language, signal: hooks.signal },
        attempt: (connection) => runAt(context, connection, { job, language, wait, hooks }),
      });
    } finally {
      egressSlot.leave();
    }
  }

  return { check, run };
}

/** Compiles the program if its language requires that, opens a sandbox, and talks with its init to the end. */
async function runAt(context: RunContext, connection: EngineConnection, run: Run): Promise<RunRecord> {
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

function requestOf(run: Run): ContainerRequest {
  return requestOfRun(run, { pids: run.limits?.pids, scratchMb: run.limits?.scratchMb });
}
