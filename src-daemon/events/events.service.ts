import { type DaemonEvent, eventLimits } from '../../src-shared/contracts/events.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { CredentialWatch } from '../core/credential-watch.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import { AppError } from '../errors/app-error.ts';
import { createSessionWatches, type SessionWatch } from './session-watches.ts';

const retryAfterSeconds = 5;

interface EventsDeps {
  credentialEnds: Pick<CredentialWatch, 'follow'>;
  now: () => number;
}

interface Request {
  watchIds: readonly string[];
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export type EventsService = ReturnType<typeof createEventsService>;

/** Notifies windows of changes. A stream says only that something has changed; clients request the data themselves. */
export function createEventsService({ credentialEnds, now }: EventsDeps) {
  const watches = createSessionWatches({ now });
  const openOf = new Map<number, number>();

  return {
    /** @throws AppError `rate_limited` */
    watch: (actor: Actor): { watchId: string } => ({ watchId: watches.issue(actor) }),

    /**
     * Streams the events of the watched sessions, until the caller's own session ends or the client disconnects.
     * @throws AppError `rate_limited` when the account has too many streams
     */
    follow(actor: Actor, { watchIds, signal }: Request): AsyncIterable<StreamEvent> {
      const { accountId, credential } = actor;
      enter(accountId);
      const queue = createEventQueue();
      const found = [...new Set(watchIds)].flatMap((id) => watches.find(id) ?? []);
      queue.push({ event: 'connected', data: { watchIds: found.map(({ id }) => id) } });
      const leaves = found.map((watch) => report(watch, queue));
      // After the watches, so that the event about this session itself is sent before the stream ends.
      leaves.push(credentialEnds.follow(credential, queue.end));
      const leave = once(() => {
        for (const leaveOne of leaves) leaveOne();
        exit(accountId);
        queue.end();
      });
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
      return readUntilEnd(queue, leave);
    },

    /** Returns the number of open streams and of watch ids. */
    counts: () => ({ streams: [...openOf.values()].reduce((sum, open) => sum + open, 0), watches: watches.count() }),
  };

  function report(watch: SessionWatch, queue: EventQueue): () => void {
    watch.streams++;
    const stop = credentialEnds.follow({ kind: 'session', id: watch.sessionId }, (reason) => {
      watches.noteEnded(watch);
      queue.push({ event: 'session_ended', data: { watchId: watch.id, reason } });
    });
    return () => {
      watch.streams--;
      stop();
    };
  }

  function enter(accountId: number): void {
    const open = openOf.get(accountId) ?? 0;
    if (open >= eventLimits.streamsOfAccount)
      throw new AppError(
        'rate_limited',
        `This account has ${open} event streams open already, which is the most. Close one of them, or let several ` +
          'windows share one stream by their watch ids.',
        { retryAfterSeconds },
      );
    openOf.set(accountId, open + 1);
  }

  function exit(accountId: number): void {
    const open = (openOf.get(accountId) ?? 1) - 1;
    if (open > 0) openOf.set(accountId, open);
    else openOf.delete(accountId);
  }
}

async function* readUntilEnd(queue: EventQueue, leave: () => void): AsyncGenerator<StreamEvent> {
  try {
    yield* queue.read();
  } finally {
    leave();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

type EventQueue = ReturnType<typeof createEventQueue>;

/** Queue of the unsent events of one stream, numbered from 1. */
function createEventQueue() {
  const waiting: StreamEvent[] = [];
  let lastId = 0;
  let isEnded = false;
  let wake = Promise.withResolvers<void>();

  return {
    push({ event, data }: DaemonEvent): void {
      lastId++;
      waiting.push({ id: lastId, event, data });
      wakeReader();
    },

    /** Ends the queue. The reader gets the remaining events and then the end. */
    end(): void {
      isEnded = true;
      wakeReader();
    },

    async *read(): AsyncGenerator<StreamEvent> {
      while (true) {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event;
        if (isEnded) return;
        await wake.promise;
      }
    },
  };

  function wakeReader(): void {
    wake.resolve();
    wake = Promise.withResolvers();
  }
}
