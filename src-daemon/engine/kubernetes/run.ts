import { networkLimits } from '../../../src-shared/contracts/network/network-limits.ts';
import { AppError } from '../../errors/app-error.ts';
import { BootError } from '../../wire/boot-error.ts';
import { memoryOfRun } from '../compile/compile-limits.ts';
import { compileRun } from '../compile/compile-run.ts';
import { endAsUnstartable } from '../compile/failed-compile.ts';
import type { RunHooks } from '../engine.ts';
import { engineLost } from '../engine-errors.ts';
import { runInSandbox } from '../guest/run-in-sandbox.ts';
import { requestOfRun } from '../pool/sandbox-requests.ts';
import { enterEgressSlot } from '../queue/enter-egress-slot.ts';
import type { Run, RunRecord } from '../run.ts';
import type { CheckedJob, Runner, RunSlot } from '../runner.ts';
import type { ClusterConnection } from './connection/cluster-connection.ts';
import type { BootedPod } from './pods/boot-pod.ts';
import { asAppError } from './run/app-errors.ts';
import { checkNetwork, openNetwork } from './run/open-network.ts';
import type { PodPool, PodRequest } from './run/pod-pool.ts';
import type { ClusterRunContext } from './run/run-context.ts';

/** A pod that ends before its program has started is replaced, up to this number for one run. */
const maxTaken = 3;

/** Creates the functions that check a job and run it. Each job runs in a pod of its own. */
export function createClusterRuns(context: ClusterRunContext): Pick<Runner, 'check' | 'run'> {
  const { readiness, egress } = context;

  function check({ job, language }: CheckedJob): number {
    readiness.demand();
    const connection = readiness.current();
    connection?.images.of(language);
    if (connection !== undefined) checkNetwork(connection, job.network);
    return memoryOfRun(job, language);
  }

  async function run({ job, language }: CheckedJob, hooks: RunHooks, slot: RunSlot): Promise<RunRecord> {
    const { wait, leaveQueue } = slot;
    const egressSlot = await enterEgressSlot(egress.slots, job, wait.signal);
    try {
      const connection = await readiness.wait(wait.signal);
      checkNetwork(connection, job.network);
      leaveQueue();
      return await runAt(context, connection, { job, language, wait, hooks });
    } catch (error) {
      throw asAppError(context, error);
    } finally {
      egressSlot.leave();
    }
  }

  return { check, run };
}

/** Compiles the program if its language requires that, takes a pod, and talks with its init to the end. */
async function runAt(context: ClusterRunContext, connection: ClusterConnection, run: Run): Promise<RunRecord> {
  const takeFor = (step: Run) => () => takePod(context.pool, connection, requestOf(step));
  const runStep = async (step: Run) => requireWhole(await runInSandbox({ ...context, maxTaken }, step, takeFor(step)));
  const compiled = await compileRun(run, runStep);
  if ('ending' in compiled) return compiled;
  const { job, hooks, language } = compiled;
  const { connections } = networkLimits;
  const order = { network: job.network, hooks: hooks.network, language, connections };
  const egress = await openNetwork(context.egress, order);
  try {
    return endAsUnstartable(await runStep({ ...compiled, ...(egress && { egress }) }), compiled);
  } finally {
    // The reports of its connections come before the answer.
    await egress?.close();
  }
}

/** Takes a pod. One that ended while it booted, for example because its node was drained, is replaced by the next. */
async function takePod(pool: PodPool, connection: ClusterConnection, request: PodRequest): Promise<BootedPod> {
  for (let taken = 1; ; taken++) {
    try {
      return await pool.take(connection, request);
    } catch (error) {
      if (!(error instanceof BootError) || taken >= maxTaken) throw error;
    }
  }
}

/**
 * Returns the record of a run that was followed to its end. A pod that was lost after the start of its program is not
 * replaced: the program could have had an effect, and its output could have a gap.
 * @throws AppError `run_interrupted`, `engine_unavailable`
 */
function requireWhole(record: RunRecord): RunRecord {
  if (record.ending.kind !== 'died' || record.oom) return record;
  if (record.startedAt === undefined) throw engineLost();
  const message =
    'The sandbox was lost after the program had started: its node failed or was drained, or the connection to the cluster ' +
    'was cut. The program may have had an effect, and was not run again.';
  throw new AppError('run_interrupted', message);
}

function requestOf(run: Run): PodRequest {
  const { limits } = run;
  if (limits === undefined) return requestOfRun(run, {});
  return requestOfRun(run, { pids: limits.pids, workMb: limits.scratchMb, scratchMb: limits.scratchMb });
}
