import type { Connection } from './connection-options.ts';
import { type ReceivedEvent, readEvents } from './server-sent-events.ts';
import { feedInput, type Parts } from './streamed-input.ts';
import { errorOf, StrongroomError } from './strongroom-error.ts';
import { type Sending, send, sleep } from './transport.ts';

/** A kind of work whose events are streamed. */
export interface StreamKind {
  /** Request that starts the work. */
  start: Sending;
  /** Requests about the work that has started, made from the data of the event `started`. */
  resume: (started: Started) => Sending;
  cancel: (started: Started) => Sending;
  /** Input that is sent while the work is in progress. */
  input?: Parts | undefined;
}

/** Data of the event `started`: the id of a run, of a cell or of a generation, or the pid of a process. */
export interface Started {
  id?: string;
  pid?: number;
}

/** Number of attempts to resume a stream after each break. They take less than the 60 s that the daemon keeps it. */
const resumeTries = 8;
const firstPauseMs = 100;
const longestPauseMs = 5000;

/**
 * Yields the events of work from its start to `finished`. A dropped connection is resumed after the last event. If the caller
 * stops reading earlier or aborts, the work is cancelled.
 * @throws StrongroomError with the error of the work, or `connection_lost`; the reason of the signal
 */
export async function* followStream<Event extends ReceivedEvent>(
  connection: Connection,
  { start, resume, cancel, input }: StreamKind,
): AsyncGenerator<Event, void> {
  const { signal } = start;
  let started: Started | undefined;
  let lastId = 0;
  let hasEnded = false;
  const feeding = createFeeding(connection, input);
  let body = await openStream(connection, start);
  try {
    while (true) {
      try {
        for await (const event of feeding.whileFed(readEvents(body))) {
          lastId = event.id;
          if (event.event === 'started') {
            started = event.data as Started;
            feeding.start(started);
          }
          hasEnded = event.event === 'finished' || event.event === 'error';
          if (event.event === 'error') throw failureOf(event.data);
          yield event as Event;
          if (hasEnded) return;
        }
      } catch (error) {
        feeding.throwIfFailed();
        signal?.throwIfAborted();
        if (error instanceof StrongroomError) throw error;
      }
      if (started === undefined) throw lost();
      body = await resumeStream(connection, { ...resume(started), signal }, lastId);
    }
  } finally {
    feeding.stop();
    if (!hasEnded && started) await send(connection, cancel(started), discard).catch(() => undefined);
  }
}

/** Sends the input of work next to the reading of its events. */
function createFeeding(connection: Connection, input: Parts | undefined) {
  const ended = new AbortController();
  let reportFailure = (_error: unknown): void => undefined;
  const failed = new Promise<never>((_, reject) => {
    reportFailure = reject;
  });
  failed.catch(() => undefined);
  let failure: { error: unknown } | undefined;
  return {
    start(started: Started): void {
      if (input === undefined) return;
      const sendPart = (sending: Sending) => send(connection, sending, discard);
      feedInput({ parts: input, started, send: sendPart, signal: ended.signal }).catch((error: unknown) => {
        failure = { error };
        reportFailure(error);
      });
    },
    /** Yields events until the input fails. */
    async *whileFed(events: AsyncGenerator<ReceivedEvent>): AsyncGenerator<ReceivedEvent> {
      if (input === undefined) return yield* events;
      try {
        while (true) {
          const next = await Promise.race([events.next(), failed]);
          if (next.done) return;
          yield next.value;
        }
      } finally {
        // Not awaited: the connection may be silent.
        events.return(undefined).catch(() => undefined);
      }
    },
    throwIfFailed(): void {
      if (failure !== undefined) throw failure.error;
    },
    stop: () => ended.abort(),
  };
}

/** Opens the stream again after an event. @throws StrongroomError; the reason of the signal */
async function resumeStream(connection: Connection, sending: Sending, lastId: number) {
  const headers = { 'last-event-id': String(lastId) };
  for (let attempt = 0, pauseMs = firstPauseMs; ; attempt++, pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    await sleep(pauseMs, sending.signal);
    try {
      return await openStream(connection, { ...sending, headers });
    } catch (error) {
      const isBroken = error instanceof StrongroomError && error.code === 'connection_failed';
      if (!isBroken) throw error;
      if (attempt >= resumeTries) throw lost(error);
    }
  }
}

/** Opens an event stream whose events are not numbered by a start and an end, and yields them until it ends. */
export async function* readStream<Event extends ReceivedEvent>(
  connection: Connection,
  sending: Sending,
): AsyncGenerator<Event, void> {
  for await (const event of readEvents(await openStream(connection, sending))) {
    if (event.event === 'error') throw failureOf(event.data);
    yield event as Event;
  }
}

function openStream(connection: Connection, sending: Sending): Promise<ReadableStream<Uint8Array>> {
  return send(connection, { ...sending, accept: 'text/event-stream' }, ({ body, headers }) => {
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
      throw new StrongroomError(
        'unexpected_answer',
        'The daemon sent no event stream. Check the address of the daemon.',
      );
    return body;
  });
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}

function failureOf(body: unknown): StrongroomError {
  return errorOf(body) ?? new StrongroomError('unexpected_answer', 'The event stream ended with an unknown error.');
}

function lost(cause?: unknown): StrongroomError {
  const message = 'The connection broke and the stream could not be resumed. The run ends within 60 s; start it again.';
  return new StrongroomError('connection_lost', message, { cause });
}
