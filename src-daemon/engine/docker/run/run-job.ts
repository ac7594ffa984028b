import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { openEgress } from '../../../egress/open-egress.ts';
import type { EgressPolicy } from '../../../egress/policy.ts';
import { compileRun } from '../../compile/compile-run.ts';
import { endAsUnstartable } from '../../compile/failed-compile.ts';
import type { Run, RunRecord } from '../../guest/run.ts';
import type { Connection } from '../link/readiness.ts';
import { openRunNetwork } from '../network/run-network.ts';
import type { RunContext } from './run-context.ts';
import { runInSandbox } from './run-in-sandbox.ts';
import type { SandboxRequest } from './sandbox-pool.ts';
import { withConnection } from './with-connection.ts';

/**
 * Runs a job at a connection: its compile step, if its language has one, and its program.
 * @throws AppError `engine_unavailable`
 */
export function runJob(context: RunContext, first: Connection, run: Run): Promise<RunRecord> {
  return withConnection(context, first, {
    language: run.language,
    signal: run.hooks.signal,
    attempt: (connection) => runAt(context, connection, run),
  });
}

async function runAt(context: RunContext, connection: Connection, run: Run): Promise<RunRecord> {
  const { pool } = context;
  // Refuses a language that is not installed before anything is made for the run.
  connection.families.demand(run.language);
  const compiled = await compileRun(run, (step) =>
    runInSandbox(context, step, () => pool.take(connection, requestOf(step))),
  );
  if ('ending' in compiled) return compiled;
  const { network } = run.job;
  if (network === 'full') return runWithNetwork(context, connection, compiled);
  if (network !== 'none') return runWithRules(context, connection, { run: compiled, policy: network });
  const record = await runInSandbox(context, compiled, () => pool.take(connection, requestOf(compiled)));
  return endAsUnstartable(record, compiled);
}

function requestOf({ job, language, limits, wait }: Run, networkMode?: string): SandboxRequest {
  return {
    kind: 'run',
    language,
    layer: job.layer,
    memoryMb: job.memoryMb,
    special: { networkMode, pids: limits?.pids, scratchMb: limits?.scratchMb },
    labels: { executionId: job.id },
    wait,
  };
}

async function runWithNetwork(context: RunContext, connection: Connection, run: Run): Promise<RunRecord> {
  const { disposals, pool } = context;
  // The holder and the sandbox boot for this run alone, so the limit of its wait no longer counts.
  run.wait.end();
  const options = { ...context, link: connection.link, imageId: connection.image.id };
  const network = await disposals.add(openRunNetwork(options, run.job.id));
  try {
    const record = await runInSandbox(context, run, () => pool.take(connection, requestOf(run, network.mode)));
    return endAsUnstartable(record, run);
  } finally {
    void disposals.add(network.dispose());
  }
}

async function runWithRules(
  context: RunContext,
  connection: Connection,
  { run, policy }: { run: Run; policy: EgressPolicy },
): Promise<RunRecord> {
  const egress = await openEgress(context.egress, {
    policy,
    hooks: run.hooks.network,
    hasKeyStore: run.language.family === 'jvm',
    runtime: connection.link.facts.runtime,
    connections: networkLimits.connections,
  });
  try {
    const ready = { ...run, egress };
    const record = await runInSandbox(context, ready, () => context.pool.take(connection, requestOf(ready)));
    return endAsUnstartable(record, ready);
  } finally {
    await egress.close();
  }
}
