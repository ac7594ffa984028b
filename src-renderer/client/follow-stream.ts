import type { EventSourceMessage } from 'eventsource-parser';
import { ApiError } from './api-error.ts';
import { readEventStream } from './event-stream.ts';

/** The daemon keeps a dropped stream for one minute. After that it cannot be resumed. */
const resumeWithinMs = 60_000;
const retryEveryMs = 500;

/** The header that requests an event stream as the response. */
export const streamHeaders = { accept: 'text/event-stream' };

export interface FollowOptions {
  signal: AbortSignal;
  /** Called with false when the connection breaks, and with true when it is restored. */
  onConnection(connected: boolean): void;
}

/** One kind of event stream that a client can resume. */
export interface StreamKind<Event> {
  parse(message: EventSourceMessage): Event;
  /** Returns the id that resumes the stream, from the event that contains it. */
  idOf(event: Event): string | undefined;
  isLast(event: Event): boolean;
  resume(id: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
  /** Throws if a broken stream will never end, for example because the daemon stopped. */
  checkAlive?(id: string): Promise<void>;
}

/** Start of a stream: the response that opened it, or the id of a stream in progress. */
export interface StreamStart {
  response?: Response | undefined;
  id?: string | undefined;
}

/**
 * Yields the events of a stream until the last one. Resumes by the last event's id when the connection breaks.
 * @throws ApiError `unreachable` when it could not be resumed within a minute; an AbortError when `signal` aborts
 */
export async function* followStream<Event>(
  kind: StreamKind<Event>,
  start: StreamStart,
  following: FollowOptions,
): AsyncGenerator<Event> {
  let { response, id } = start;
  let lastEventId = '';
  while (true) {
    const current: Response = response ?? (await reconnect(kind, { id: id ?? '', lastEventId }, following));
    response = undefined;
    try {
      for await (const message of readEventStream(current, following.signal)) {
        const event = parseEvent(kind, message);
        lastEventId = message.id ?? lastEventId;
        id = kind.idOf(event) ?? id;
        yield event;
        if (kind.isLast(event)) return;
      }
    } catch (error) {
      if (!isUnreachable(error) || id === undefined) throw error;
    }
    if (id === undefined)
      throw new ApiError(
        'unreachable',
        'The connection to the daemon was lost before the run or request started. Try again.',
      );
    await kind.checkAlive?.(id);
  }
}

function parseEvent<Event>(kind: StreamKind<Event>, message: EventSourceMessage): Event {
  try {
    return kind.parse(message);
  } catch {
    throw new ApiError(
      'unreadable',
      'The daemon sent an event that this page cannot read. It may be of another version: load the page again.',
    );
  }
}

async function reconnect<Event>(
  kind: StreamKind<Event>,
  { id, lastEventId }: { id: string; lastEventId: string },
  { signal, onConnection }: FollowOptions,
): Promise<Response> {
  const headers = { ...streamHeaders, ...(lastEventId !== '' && { 'last-event-id': lastEventId }) };
  const until = Date.now() + resumeWithinMs;
  while (true) {
    try {
      const response = await kind.resume(id, headers, signal);
      onConnection(true);
      return response;
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      onConnection(false);
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
    }
  }
}

/** Returns true if no response arrived, or none that is proved to be from the daemon. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unreachable' || error.code === 'unproven');
}
