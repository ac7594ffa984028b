import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '../../src-shared/error-body.ts';
import { errorCatalog } from '../../src-shared/error-catalog.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import type { ReceivedEvent } from './event-stream.ts';

/** Attempts in a row that bring no event. */
const resumeTries = 5;
const resumePauseMs = 500;

interface Following<Result> {
  /** Starts the work and opens its stream. */
  start: () => AsyncGenerator<ReceivedEvent>;
  /** Opens the stream again after an event; returns undefined before the work has started. */
  resume: (lastEventId: string) => AsyncGenerator<ReceivedEvent> | undefined;
  /** Handles one event; returns the result with the last one. */
  take: (received: ReceivedEvent) => Promise<Result | undefined>;
  /** Message of the error if the stream cannot be resumed. */
  lost: string;
}

/**
 * Follows work of the daemon from its start to its end, and resumes a stream that breaks.
 * @throws CliError `no_daemon`; the errors of `start` and `take`
 */
export async function followStream<Result>({ start, resume, take, lost }: Following<Result>): Promise<Result> {
  let lastEventId = '0';
  let failures = 0;

  async function follow(events: AsyncGenerator<ReceivedEvent>): Promise<Result | undefined> {
    for await (const received of events) {
      failures = 0;
      lastEventId = received.id;
      const result = await take(received);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  let events = start();
  for (;;) {
    let broken = new CliError('no_daemon', lost);
    try {
      const finished = await follow(events);
      if (finished !== undefined) return finished;
    } catch (error) {
      if (!(error instanceof CliError && error.code === 'no_daemon')) throw error;
      broken = error;
    }
    const next = failures++ < resumeTries ? resume(lastEventId) : undefined;
    if (next === undefined) throw broken;
    events = next;
    await sleep(resumePauseMs);
  }
}

/** Converts the event `error` of a stream. */
export function refusalOfEvent(data: ErrorBody): ApiRefusal {
  return new ApiRefusal(errorCatalog[data.error.code].status, data);
}
