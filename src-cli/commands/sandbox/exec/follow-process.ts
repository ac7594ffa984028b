import {
  ProcessEvent,
  type ProcessRequest,
  type ProcessResult,
  readProcessEvents,
  runProcess,
  signalProcess,
  writeProcessInput,
} from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { ApiRefusal } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { eventOf } from '../../../client/event-of.ts';
import { outputOf } from '../../../client/event-output.ts';
import type { ReceivedEvent } from '../../../client/event-stream.ts';
import { followStream, refusalOfEvent } from '../../../client/follow-stream.ts';

const ended = new Set(['process_ended', 'process_not_found', 'sandbox_ended']);

interface Following {
  client: ApiClient;
  id: string;
  request: ProcessRequest;
  /** Sent to the process while it runs. */
  input: NodeJS.ReadStream | undefined;
  onStarted: (pid: number) => void;
  onOutput: (stream: 'stdout' | 'stderr', output: string | Uint8Array) => Promise<void>;
}

const lost =
  'The daemon closed the stream before the process had ended. It is killed if no client follows it for a minute.';

/** Runs a process from its start to its end, and resumes a stream that breaks. @throws ApiRefusal, CliError */
export async function followProcess(following: Following): Promise<ProcessResult> {
  const { client, id, request, input, onStarted, onOutput } = following;
  const ended = new AbortController();
  const inputFailed = Promise.withResolvers<never>();
  let pid: number | undefined;

  function started(found: number): void {
    if (pid !== undefined) return;
    pid = found;
    onStarted(found);
    if (input === undefined) return;
    const context = { client, id, pid: String(found), signal: ended.signal };
    sendInput(context, input).catch(inputFailed.reject);
  }

  function events(found: number, lastEventId: string): AsyncGenerator<ReceivedEvent> {
    const headers = { 'last-event-id': lastEventId };
    return client.stream(readProcessEvents, { params: { id, pid: String(found) }, headers });
  }

  async function take(received: ReceivedEvent): Promise<ProcessResult | undefined> {
    const { event, data } = eventOf(client, ProcessEvent, received);
    if (event === 'started') started(data.pid);
    else if (event === 'stdout' || event === 'stderr') await onOutput(event, outputOf(data));
    else if (event === 'finished') return data;
    else throw refusalOfEvent(data);
    return undefined;
  }

  inputFailed.promise.catch(() => {
    const body = { signal: 'SIGKILL' } as const;
    client.call(signalProcess, { params: { id, pid: String(pid) }, body }).catch(() => undefined);
  });
  try {
    const body = input === undefined ? request : { ...request, openStdin: true };
    const following = followStream({
      start: () => client.stream(runProcess, { params: { id }, body }),
      resume: (lastEventId) => (pid === undefined ? undefined : events(pid, lastEventId)),
      take,
      lost,
    });
    return await Promise.race([following, inputFailed.promise]);
  } finally {
    ended.abort();
    input?.destroy();
  }
}

/** A process that runs in a sandbox. */
interface ProcessContext {
  client: ApiClient;
  id: string;
  pid: string;
  /** Aborted when the process has ended. */
  signal: AbortSignal;
}

/**
 * Sends a stream to the input of a process, at the pace at which the process reads, and then closes the input. Stops when
 * the process has ended or takes no more input; its exit code then reports the outcome.
 * @throws ApiRefusal, CliError
 */
async function sendInput(context: ProcessContext, input: NodeJS.ReadStream): Promise<void> {
  const { client, id, pid, signal } = context;
  const params = { id, pid };
  try {
    for await (const chunk of input) {
      const base64 = Buffer.from(chunk).toString('base64');
      await client.call(writeProcessInput, { params, body: { base64 }, signal });
    }
    await client.call(writeProcessInput, { params, body: { end: true }, signal });
  } catch (error) {
    if (signal.aborted || (error instanceof ApiRefusal && ended.has(error.code))) return;
    throw error;
  }
}
