import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import {
  type ExecuteResponse,
  ExecutionEvent,
  readExecutionEvents,
} from '../../../src-shared/contracts/executions.contract.ts';
import { errorCatalog } from '../../../src-shared/error-catalog.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';

const resumeTries = 5;
const resumePauseMs = 500;

interface Following {
  client: ApiClient;
  /** Starts the run and opens its stream. */
  start: () => AsyncGenerator<ReceivedEvent>;
  onStarted: (id: string) => void;
  onOutput: (stream: 'stdout' | 'stderr', text: string) => Promise<void>;
}

export type Finished = z.infer<typeof ExecuteResponse>;

/**
 * Follows a run from its start to its end, and resumes a stream that breaks.
 * @throws ApiRefusal if the run was refused or failed in the daemon; CliError `no_daemon`
 */
export async function followRun(following: Following): Promise<Finished> {
  const { client, start, onStarted, onOutput } = following;
  let runId: string | undefined;
  let lastEventId = '0';

  async function follow(events: AsyncGenerator<ReceivedEvent>): Promise<Finished | undefined> {
    for await (const received of events) {
      const { event, data } = ExecutionEvent.parse({ event: received.event, data: received.data });
      lastEventId = received.id;
      if (event === 'started') {
        runId = data.id;
        onStarted(data.id);
      } else if (event === 'stdout' || event === 'stderr') await onOutput(event, data.text);
      else if (event === 'finished') return data;
      else if (event === 'error') throw new ApiRefusal(errorCatalog[data.error.code].status, data);
    }
    return undefined;
  }

  for (let attempt = 0; ; attempt++) {
    try {
      const finished = await follow(attempt === 0 || runId === undefined ? start() : resume(runId));
      if (finished !== undefined) return finished;
    } catch (error) {
      const isBroken = error instanceof CliError && error.code === 'no_daemon' && runId !== undefined;
      if (!isBroken || attempt >= resumeTries) throw error;
    }
    if (runId === undefined || attempt >= resumeTries)
      throw new CliError(
        'no_daemon',
        'The daemon closed the stream before the run had ended. Find its result with "strongroom open".',
      );
    await sleep(resumePauseMs);
  }

  function resume(id: string): AsyncGenerator<ReceivedEvent> {
    return client.stream(readExecutionEvents, { params: { id }, headers: { 'last-event-id': lastEventId } });
  }
}
