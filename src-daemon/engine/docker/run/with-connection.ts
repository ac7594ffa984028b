import { TimeLimitError } from '../../../../src-shared-node/within.ts';
import { AppError } from '../../../errors/app-error.ts';
import { BootError } from '../../../wire/boot-error.ts';
import { SupersededError } from '../../connection/superseded-error.ts';
import { engineFailed, engineLost } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { Language } from '../../languages/languages.ts';
import type { EngineConnection } from '../link/engine-connection.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { RunContext } from './run-context.ts';

const maxAttempts = 3;

interface Attempt<T> {
  language: Language;
  signal: AbortSignal;
  /** Is called again after an error of `canRetry`: before it throws one, it has no effect that a second call repeats. */
  attempt: (connection: EngineConnection) => Promise<T>;
}

/**
 * Does something at a connection. If the image no longer exists, does it at the next connection, which makes the image
 * again.
 * @throws AppError `engine_unavailable`
 */
export async function withConnection<T>(
  context: RunContext,
  first: EngineConnection,
  { language, signal, attempt }: Attempt<T>,
): Promise<T> {
  let connection = first;
  for (let count = 1; ; count++) {
    try {
      return await attempt(connection);
    } catch (error) {
      const isLast = count === maxAttempts;
      if (isLast || !canRetry(context, { connection, language }, error))
        throw asAppError(error, connection.link, context.log);
    }
    connection = await context.readiness.wait(signal);
  }
}

/** Returns true if the program has not started and another connection will come; starts a missing image's build. */
function canRetry(
  context: RunContext,
  { connection, language }: { connection: EngineConnection; language: Language },
  error: unknown,
) {
  if (error instanceof SupersededError) return !connection.link.lost.aborted;
  if (!isMissingImage(error)) return false;
  context.log.warn({ language: language.id }, 'the image of a language was removed; it is made again');
  if (language.family === 'base') context.keeper.replaceImage(connection.image);
  else connection.families.forget(language.family);
  return true;
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
