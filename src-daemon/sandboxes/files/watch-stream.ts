import type { StreamEvent } from '../../core/stream-event.ts';
import { SandboxEndedError } from '../../engine/live-sandbox.ts';
import { AppError, asAppError } from '../../errors/app-error.ts';
import { errorBody } from '../../errors/error-body.ts';
import type { EnteredSandbox } from '../sandbox-access.ts';
import { createChangeBuffer } from './change-buffer.ts';
import { asFileError } from './file-errors.ts';

interface WatchOptions {
  /** The watched folder; empty: the working directory. */
  path: string;
  isRecursive: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** A sandbox that ends closes its watches at about the same time. */
const endGraceMs = 1000;

/**
 * Watches a folder and returns the events of the stream. The watch begins before this resolves.
 * @throws AppError if the folder cannot be watched; the sandbox is left
 */
export async function openWatchStream(
  entered: EnteredSandbox,
  { path, isRecursive, signal }: WatchOptions,
): Promise<AsyncIterable<StreamEvent>> {
  const stop = new AbortController();
  const watching = AbortSignal.any([signal, stop.signal]);
  // The stream of a client that has already disconnected is never read.
  watching.addEventListener('abort', () => entered.leave(), { once: true });
  try {
    const changes = await entered.live.watch(path, { isRecursive, signal: watching });
    const buffer = createChangeBuffer(path, { memory: entered.memory });
    watching.addEventListener('abort', buffer.release, { once: true });
    void buffer.fill(changes);
    return readEvents(buffer.read());
  } catch (error) {
    stop.abort();
    throw asFileError(error, entered);
  }

  async function* readEvents(changes: AsyncIterable<object>): AsyncGenerator<StreamEvent> {
    let id = 1;
    try {
      yield { id: id++, event: 'watching', data: { path } };
      for await (const change of changes) yield { id: id++, event: 'change', data: change };
      if (!watching.aborted) yield { id, event: 'error', data: errorBody(await endOf(entered)) };
    } catch (error) {
      if (!watching.aborted) yield { id, event: 'error', data: errorBody(asAppError(asFileError(error, entered))) };
    } finally {
      stop.abort();
    }
  }
}

/** Returns the error of a watch that ended on its own: its sandbox has ended, or its folder was removed. */
async function endOf(entered: EnteredSandbox): Promise<AppError> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, endGraceMs, undefined).unref();
  const reason = await Promise.race([entered.live.ended, late]);
  clearTimeout(timer);
  if (reason !== undefined) return asAppError(entered.asApiError(new SandboxEndedError(reason)));
  return new AppError('file_not_found', 'The watched folder was removed or moved. Watch another folder.');
}
