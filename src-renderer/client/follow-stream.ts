import type { EventSourceMessage } from 'eventsource-parser';
import { ApiError } from './api-error.ts';
import { readEventStream } from './event-stream.ts';

/** The daemon keeps a dropped stream for a minute; after that there is nothing to resume. */
const resumeWithinMs = 60_000;
const retryEveryMs = 500;

/** The header that asks an operation for its stream of events. */
export const streamHeaders = { accept: 'text/event-stream' };

export interface FollowOptions {
  signal: AbortSignal;
  /** The connection broke and is being sought again, or is back. */
  onConnection(connected: boolean): void;
}

/** One kind of stream that the daemon keeps for who loses it. */
export interface StreamKind<Event> {
  parse(message: EventSourceMessage): Event;
  /** By what the stream is resumed, from the event that tells it. */
  idOf(event: Event): string | undefined;
  isLast(event: Event): boolean;
  resume(id: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
  /** Throws where a stream that broke has no end to wait for. */
  checkAlive?(id: string): Promise<void>;
}

/** Where a stream is entered: the answer that has begun it, or the id of one that is under way. */
export interface StreamStart {
  response?: Response | undefined;
  id?: string | undefined;
}

/**
 * Yields the events of a stream to its last, over connections that break: resumed by the last event's id.
 * @throws ApiError `unreachable` when it could not be resumed within a minute; an AbortError when it was given up
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

/** Whether no answer came at all, or none of the daemon. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unreachable' || error.code === 'unproven');
}
