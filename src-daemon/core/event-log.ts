import type { Holding } from './memory/ledger.ts';
import type { StreamEvent } from './stream-event.ts';

/** Maximum size of the stored events by their name, in characters of their text; other events are all stored. */
export type EventLimits = Readonly<Record<string, number>>;

/** Size of an event in addition to its text, so that many small events are bounded as well. */
const eventOverhead = 64;

interface StoredEvent extends StreamEvent {
  size: number;
  isDropped?: true;
}

/**
 * Creates a list of events with ascending ids, from 1. The oldest events of a limited name are dropped, also if the account
 * has no room for more.
 */
export function createEventLog(limits: EventLimits = {}, holding?: Holding) {
  const counted = new WeakSet<object>();
  let events: StoredEvent[] = [];
  const names = new Map<string, NamedEvents>();
  let newestId = 0;
  let textLength = 0;
  let dropped = 0;

  return {
    append(event: string, data: unknown): void {
      const length = textLengthOf(data, counted);
      const stored = { id: ++newestId, event, data, size: length + eventOverhead };
      events.push(stored);
      textLength += length;
      const limit = limits[event];
      if (limit === undefined) {
        holding?.grow(stored.size);
        return;
      }
      const named = names.get(event) ?? createNamedEvents();
      names.set(event, named);
      const isAllowed = holding?.tryGrow(stored.size) ?? true;
      if (!isAllowed) holding?.grow(stored.size);
      const max = isAllowed ? limit : Math.min(limit, named.size());
      named.push(stored);
      for (const old of named.takeOver(max)) drop(old);
    },

    /** Returns the first stored event with a larger id. */
    after(id: number): StreamEvent | undefined {
      for (let at = indexAfter(events, id); at < events.length; at++) {
        const found = events[at];
        if (found !== undefined && !found.isDropped) return { id: found.id, event: found.event, data: found.data };
      }
      return undefined;
    },

    /** Returns the id of the newest event; 0 if there is none. */
    newestId: () => newestId,

    /** Number of characters of the stored events. */
    heldBytes: () => textLength,
  };

  function drop(event: StoredEvent): void {
    textLength -= event.size - eventOverhead;
    holding?.shrink(event.size);
    event.isDropped = true;
    event.data = undefined;
    if (++dropped * 2 <= events.length) return;
    events = events.filter((stored) => !stored.isDropped);
    dropped = 0;
  }
}

type NamedEvents = ReturnType<typeof createNamedEvents>;

/** The stored events of one name, in order. */
function createNamedEvents() {
  let queue: StoredEvent[] = [];
  let first = 0;
  let size = 0;
  return {
    size: () => size,
    push(event: StoredEvent): void {
      queue.push(event);
      size += event.size;
    },
    /** Removes the oldest events until the rest is within the limit. The newest one always stays. */
    *takeOver(limit: number): Generator<StoredEvent> {
      while (size > limit && first < queue.length - 1) {
        const oldest = queue[first++];
        if (oldest === undefined) return;
        size -= oldest.size;
        yield oldest;
      }
      if (first * 2 <= queue.length) return;
      queue = queue.slice(first);
      first = 0;
    },
  };
}

/** Returns the index of the first event with a larger id. */
function indexAfter(events: readonly StoredEvent[], id: number): number {
  let [from, to] = [0, events.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((events[middle]?.id ?? 0) > id) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** An object that several events have is counted once. */
function textLengthOf(data: unknown, counted: WeakSet<object>): number {
  if (typeof data === 'string') return data.length;
  if (typeof data !== 'object' || data === null || counted.has(data)) return 0;
  counted.add(data);
  return Object.values(data).reduce((sum: number, value) => sum + textLengthOf(value, counted), 0);
}
