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
  /** Opens the stream of a new run. */
  start: () => AsyncGenerator<ReceivedEvent>;
  onStarted: (id: string) => void;
  onOutput: (stream: 'stdout' | 'stderr', text: string) => Promise<void>;
}

export type Finished = z.infer<typeof ExecuteResponse>;

/**
 * Follows a run from its start to its end, and takes a stream up again that broke.
 * @throws ApiRefusal what kept the run from being carried out; CliError `no_daemon`
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
      throw new CliError('no_daemon', 'The daemon ended the stream of the run before the run had ended.');
    await sleep(resumePauseMs);
  }

  function resume(id: string): AsyncGenerator<ReceivedEvent> {
    return client.stream(readExecutionEvents, { params: { id }, headers: { 'last-event-id': lastEventId } });
  }
}
