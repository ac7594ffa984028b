import type { PackageEvent } from '../../../src-shared/contracts/packages.contract.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { createTail } from './tail.ts';

/** How much of an account's log is stored, in characters; an event counts as some itself. */
const storedCharacters = 1024 * 1024;
const eventCharacters = 200;

export type InstallLog = ReturnType<typeof createInstallLog>;

/** What is told of the installations of one account, in order, and who follows it. */
export function createInstallLog() {
  const events = createTail<StreamEvent>(storedCharacters, sizeOf);
  let lastId = 0;
  let wake = Promise.withResolvers<void>();

  function append({ event, data }: PackageEvent): void {
    lastId++;
    // Of the earlier installations of a language nothing is told to those who come later.
    if (event === 'started') events.filter((old) => languageOf(old) !== data.language);
    events.push({ id: lastId, event, data });
    wake.resolve();
    wake = Promise.withResolvers();
  }

  /** The events after `lastEventId`, those that came and those to come, until `signal` aborts. */
  async function* follow(lastEventId: number, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    // An id of another life of the daemon names nothing here.
    let sentId = lastEventId > lastId ? 0 : lastEventId;
    while (!signal.aborted) {
      const isNews = wake.promise;
      const next = events.entries().filter(({ id }) => id > sentId);
      for (const event of next) {
        sentId = event.id;
        yield event;
        if (signal.aborted) return;
      }
      if (next.length === 0) await Promise.race([isNews, aborted]);
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
