import { TimeLimitError } from '../../../../src-shared-node/within.ts';
import { AppError } from '../../../core/app-error.ts';
import { engineFailed } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ConnectionKeeper } from '../link/connection.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { Connection, Readiness } from '../link/readiness.ts';
import type { NameServers } from '../network/name-relay.ts';
import { withNetwork } from '../network/with-network.ts';
import { BootError } from '../sandbox/boot-error.ts';
import { compiled } from './compile.ts';
import { engineGone } from './converse.ts';
import { endAsUnstartable } from './failed-compile.ts';
import { type RunPlace, type RunRecord, runJob } from './run-job.ts';
import type { RunTask } from './run-task.ts';
import type { SandboxSource } from './sandbox-source.ts';
import { SupersededError } from './superseded-error.ts';

export type AttemptDeps = Pick<RunPlace, 'instanceId' | 'log' | 'disposals'> & {
  source: SandboxSource;
  nameServers: NameServers;
  readiness: Readiness;
  keeper: ConnectionKeeper;
};

const mostAttempts = 3;

/**
 * Runs a job at a connection; again at the next where the image turns out to be gone, which is then made again.
 * @throws AppError `engine_unavailable`
 */
export async function attemptRun(deps: AttemptDeps, first: Connection, task: RunTask): Promise<RunRecord> {
  let connection = first;
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAt(deps, connection, task);
    } catch (error) {
      const isLast = attempt === mostAttempts;
      if (isLast || !hasNext(deps, { connection, task }, error)) throw asAppError(error, connection.link, deps.log);
    }
    connection = await deps.readiness.wait(task.hooks.signal);
  }
}

/** Whether the program has not begun and another connection is coming; sees to it that one does. */
function hasNext(deps: AttemptDeps, { connection, task }: { connection: Connection; task: RunTask }, error: unknown) {
  if (error instanceof SupersededError) return !connection.link.lost.aborted;
  if (!isMissingImage(error)) return false;
  deps.log.warn({ language: task.language.id }, 'the image of a language was removed; it is made again');
  if (task.language.family === 'base') deps.keeper.imageIsGone(connection.image);
  else connection.families.forget(task.language.family);
  return true;
}

async function runAt(deps: AttemptDeps, connection: Connection, task: RunTask): Promise<RunRecord> {
  const { instanceId, log, disposals, source, nameServers } = deps;
  const { id: imageId } = connection.families.demand(task.language);
  const obtain = (step: RunTask) => source.sandboxFor(connection, step);
  const place = { link: connection.link, imageId, instanceId, log, disposals, obtain };
  const ready = await compiled(place, task);
  if ('ending' in ready) return ready;
  return withNetwork({ ...place, imageId: connection.image.id, nameServers }, ready, async (joined) =>
    endAsUnstartable(await runJob(place, joined), joined),
  );
}

/** Creating a container answers 404 for nothing else. */
function isMissingImage(error: unknown): boolean {
  return (error as { statusCode?: number }).statusCode === 404;
}

/** What the engine's own failures are to the caller. Whatever is none of them is a bug, and stays what it is. */
function asAppError(error: unknown, link: EngineLink, log: EngineLog): unknown {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (link.lost.aborted || isGoneError(error) || isConnectionCode(code)) return engineGone(error);
  if (statusCode === undefined) return error;
  log.error({ err: error }, 'the engine refused to make a sandbox');
  return engineFailed('The sandbox engine could not start a container.', error);
}

function isGoneError(error: unknown): boolean {
  return [TimeLimitError, BootError, SupersededError].some((kind) => error instanceof kind);
}

function isConnectionCode(code: string | undefined): boolean {
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code);
}
