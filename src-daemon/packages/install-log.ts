import type { PackageEvent } from '../../src-shared/packages.contract.ts';
import type { StreamEvent } from '../stream-event.ts';

const keptEvents = 5000;

export type InstallLog = ReturnType<typeof createInstallLog>;

/** What is told of the installations of one account, in order, and who follows it. */
export function createInstallLog() {
  let events: StreamEvent[] = [];
  let lastId = 0;
  let wake = Promise.withResolvers<void>();

  function append({ event, data }: PackageEvent): void {
    lastId++;
    // Of the earlier installations of a language nothing is told to those who come later.
    if (event === 'started') events = events.filter((old) => languageOf(old) !== data.language);
    events.push({ id: lastId, event, data });
    if (events.length > keptEvents) events = events.slice(-keptEvents);
    wake.resolve();
    wake = Promise.withResolvers();
  }

  /** The events after `lastEventId`, those that came and those to come, until `signal` aborts. */
  async function* follow(lastEventId: number, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    // An id of another life of the daemon names nothing here.
    let sentId = lastEventId > lastId ? 0 : lastEventId;
    while (!signal.aborted) {
      const next = events.find(({ id }) => id > sentId);
      if (next === undefined) await Promise.race([wake.promise, gone]);
      else {
        sentId = next.id;
        yield next;
      }
    }
  }

  return { append, follow, isEmpty: () => lastId === 0 };
}

function languageOf({ data }: StreamEvent): string {
  return (data as PackageEvent['data']).language;
}
