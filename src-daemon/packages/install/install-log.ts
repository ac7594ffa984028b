import type { PackageEvent } from '../../../src-shared/contracts/packages.contract.ts';
import type { Holding } from '../../core/memory/ledger.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { createTail } from './tail.ts';

/** Maximum size of an account's log in characters, and the overhead that is counted per event. */
const storedCharacters = 1024 * 1024;
const eventCharacters = 200;
const eventsAtOnce = 32;

export type InstallLog = ReturnType<typeof createInstallLog>;

/**
 * Events of the installations of one account, in order, and the clients that follow them.
 * @param held counts what the log stores. The log is bounded, so that an installation never waits for room
 */
export function createInstallLog(held: Pick<Holding, 'grow' | 'shrink'>) {
  const events = createTail<StreamEvent>(storedCharacters, sizeOf);
  let lastId = 0;
  let countedBytes = 0;
  let wake = Promise.withResolvers<void>();

  function append({ event, data }: PackageEvent): void {
    lastId++;
    // A new installation of a language replaces the events of the earlier ones.
    if (event === 'started') events.filter((old) => languageOf(old) !== data.language);
    events.push({ id: lastId, event, data });
    count();
    wake.resolve();
    wake = Promise.withResolvers();
  }

  function count(): void {
    const added = events.size() - countedBytes;
    countedBytes += added;
    if (added > 0) held.grow(added);
    else held.shrink(-added);
  }

  /** Streams the events after `lastEventId`, stored and new ones, until `signal` aborts. */
  async function* follow(lastEventId: number, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    // An id of an earlier daemon process is invalid here.
    let sentId = lastEventId > lastId ? 0 : lastEventId;
    while (!signal.aborted) {
      const newEvent = wake.promise;
      // A few at a time: a client that does not read must not hold events that the log has dropped.
      const next = events
        .entries()
        .filter(({ id }) => id > sentId)
        .slice(0, eventsAtOnce);
      for (const event of next) {
        sentId = event.id;
        yield event;
        if (signal.aborted) return;
      }
      if (next.length === 0) await Promise.race([newEvent, aborted]);
    }
  }

  return { append, follow, isEmpty: () => lastId === 0 };
}

function sizeOf({ data }: StreamEvent): number {
  const { text } = data as { text?: string };
  return eventCharacters + (text?.length ?? 0);
}

function languageOf({ data }: StreamEvent): string {
  return (data as PackageEvent['data']).language;
}
