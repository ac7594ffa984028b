import { TimeLimitError } from '../../../../src-shared-node/within.ts';
import { AppError } from '../../../core/app-error.ts';
import { compileRun } from '../../compile/compile-run.ts';
import { endAsUnstartable } from '../../compile/failed-compile.ts';
import { engineFailed, engineLost } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import { BootError } from '../../protocol/boot-error.ts';
import type { Run, RunRecord } from '../../protocol/run.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { Connection } from '../link/readiness.ts';
import { openRunNetwork } from '../network/run-network.ts';
import type { RunContext } from './run-context.ts';
import { runInSandbox } from './run-in-sandbox.ts';
import { SupersededError } from './superseded-error.ts';

const mostAttempts = 3;

/**
 * Runs a job at a connection: its compile step, if its language has one, and its program. If the image no longer exists,
 * runs it at the next connection, which makes the image again.
 * @throws AppError `engine_unavailable`
 */
export async function runJob(context: RunContext, first: Connection, run: Run): Promise<RunRecord> {
  let connection = first;
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAt(context, connection, run);
    } catch (error) {
      const isLast = attempt === mostAttempts;
      if (isLast || !canRetry(context, { connection, run }, error))
        throw asAppError(error, connection.link, context.log);
    }
    connection = await context.readiness.wait(run.hooks.signal);
  }
}

/** Returns true if the program has not started and another connection will come; starts a missing image's build. */
function canRetry(context: RunContext, { connection, run }: { connection: Connection; run: Run }, error: unknown) {
  if (error instanceof SupersededError) return !connection.link.lost.aborted;
  if (!isMissingImage(error)) return false;
  context.log.warn({ language: run.language.id }, 'the image of a language was removed; it is made again');
  if (run.language.family === 'base') context.keeper.replaceImage(connection.image);
  else connection.families.forget(run.language.family);
  return true;
}

async function runAt(context: RunContext, connection: Connection, run: Run): Promise<RunRecord> {
  const { pool } = context;
  // Refuses a language that is not installed before anything is made for the run.
  connection.families.demand(run.language);
  const compiled = await compileRun(run, (step) => runInSandbox(context, step, () => pool.take(connection, step)));
  if ('ending' in compiled) return compiled;
  if (run.job.network === 'full') return runWithNetwork(context, connection, compiled);
  const record = await runInSandbox(context, compiled, () => pool.take(connection, compiled));
  return endAsUnstartable(record, compiled);
}

async function runWithNetwork(context: RunContext, connection: Connection, run: Run): Promise<RunRecord> {
  const { disposals, pool } = context;
  // The holder and the sandbox boot for this run alone, so the limit of its wait no longer counts.
  run.wait.end();
  const options = { ...context, link: connection.link, imageId: connection.image.id };
  const network = await disposals.add(openRunNetwork(options, run.job.id));
  try {
    const record = await runInSandbox(context, run, () => pool.take(connection, run, network.mode));
    return endAsUnstartable(record, run);
  } finally {
    void disposals.add(network.dispose());
  }
}

/** Only a missing image makes the engine answer 404 to a create call. */
function isMissingImage(error: unknown): boolean {
  return (error as { statusCode?: number }).statusCode === 404;
}

/** Maps failures of the engine to errors of the API. Any other error is a bug and is returned unchanged. */
function asAppError(error: unknown, link: EngineLink, log: EngineLog): unknown {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (link.lost.aborted || isLossError(error) || isConnectionCode(code)) return engineLost(error);
  if (statusCode === undefined) return error;
  log.error({ err: error }, 'the engine refused to make a sandbox');
  return engineFailed('The sandbox engine could not start a container.', error);
}

function isLossError(error: unknown): boolean {
  return [TimeLimitError, BootError, SupersededError].some((kind) => error instanceof kind);
}

function isConnectionCode(code: string | undefined): boolean {
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code);
}
