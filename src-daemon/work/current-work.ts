import { createEventLog, type EventLimits } from '../core/event-log.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { AppError } from '../errors/app-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { createWorkClients } from './work-clients.ts';

/** Time in which a dropped stream can be resumed. After that the work is cancelled. */
export const resumeGraceMs = 60_000;

export type CurrentWork = ReturnType<typeof createCurrentWork>;

/** Work in memory whose events clients follow, with its cancellation. */
export function createCurrentWork<Event extends { event: string; data: unknown } = { event: string; data: unknown }>({
  id,
  accountId,
  credentialId,
  limits,
  memory,
}: {
  id: string;
  accountId: number;
  credentialId: string;
  /** Absent for work whose events are bounded in another way. */
  limits?: EventLimits;
  /** Counts the events; absent for work that others count. */
  memory?: AccountMemory | undefined;
}) {
  const holding = memory?.open();
  const events = createEventLog(limits, holding);
  const cancellation = new AbortController();
  const ended = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  let hasEnded = false;
  const { end: endClients, ...clients } = createWorkClients(cancellation);

  return {
    ...clients,
    id,
    accountId,
    /** Id of the API key or the login that started the work. */
    credentialId,
    /** Aborted to cancel the work. */
    cancellation,
    /** Resolves when the work has ended and is recorded. */
    ended: ended.promise,
    hasEnded: () => hasEnded,

    /** Approximate memory of the events: the number of characters of their text. */
    heldBytes: events.heldBytes,
    /** Returns the id of the newest event; 0 if there is none. */
    newestId: events.newestId,
    /** Counts what is in memory for the work: its events, and what its owner adds. */
    holding,
    memory,
    /** Ends the count, when the work is removed from memory. */
    release: (): void => holding?.release(),
    /** Returns true once all events are also stored elsewhere. */
    isKept: (): boolean => false,

    append,
    fail(error: AppError): void {
      append({ event: 'error', data: errorBody(error) });
    },
    /** Ends the work: no further event follows, and the iterators of its followers end. */
    end(): void {
      hasEnded = true;
      endClients();
      ended.resolve();
      wakeFollowers();
    },

    /** Yields the events after `lastEventId`, past and future. */
    async *follow(lastEventId: number): AsyncGenerator<StreamEvent> {
      let next = lastEventId;
      while (true) {
        for (let event = events.after(next); event !== undefined; event = events.after(next)) {
          next = event.id;
          yield event;
        }
        if (hasEnded) return;
        await wake.promise;
      }
    },
  };

  function append({ event, data }: Event | { event: 'error'; data: unknown }): void {
    events.append(event, data);
    wakeFollowers();
  }

  function wakeFollowers(): void {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  }
}
