import type { z } from 'zod';
import {
  type ExecuteResponse,
  ExecutionEvent,
  readExecutionEvents,
} from '../../../src-shared/contracts/executions.contract.ts';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';
import { followStream, refusalOfEvent } from '../../client/follow-stream.ts';

interface Following {
  client: ApiClient;
  /** Starts the run and opens its stream. */
  start: () => AsyncGenerator<ReceivedEvent>;
  onStarted: (id: string) => void;
  onOutput: (stream: 'stdout' | 'stderr', text: string) => Promise<void>;
  onNetwork: (event: NetworkEventData) => void;
}

export type Finished = z.infer<typeof ExecuteResponse>;

/**
 * Follows a run from its start to its end, and resumes a stream that breaks.
 * @throws ApiRefusal if the run was refused or failed in the daemon; CliError `no_daemon`
 */
export async function followRun({ client, start, onStarted, onOutput, onNetwork }: Following): Promise<Finished> {
  let runId: string | undefined;

  async function take(received: ReceivedEvent): Promise<Finished | undefined> {
    const { event, data } = ExecutionEvent.parse({ event: received.event, data: received.data });
    if (event === 'started') {
      runId = data.id;
      onStarted(data.id);
    } else if (event === 'stdout' || event === 'stderr') await onOutput(event, data.text);
    else if (event === 'network') onNetwork(data);
    else if (event === 'finished') return data;
    else if (event === 'error') throw refusalOfEvent(data);
    return undefined;
  }

  function resume(lastEventId: string): AsyncGenerator<ReceivedEvent> | undefined {
    if (runId === undefined) return undefined;
    return client.stream(readExecutionEvents, { params: { id: runId }, headers: { 'last-event-id': lastEventId } });
  }

  const lost = 'The daemon closed the stream before the run had ended. Find its result with "strongroom open".';
  return followStream({ start, resume, take, lost });
}
