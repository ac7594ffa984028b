import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { writeExecutionInput } from '../../src-shared/contracts/executions/execution-input.contract.ts';
import {
  cancelExecution,
  type ExecuteResponse,
  ExecutionEvent,
  readExecutionEvents,
} from '../../src-shared/contracts/executions.contract.ts';
import type { NetworkEventData } from '../../src-shared/contracts/network/network-events.ts';
import { ApiRefusal } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { eventOf } from '../client/event-of.ts';
import { outputOf } from '../client/event-output.ts';
import type { ReceivedEvent } from '../client/event-stream.ts';
import { followStream, refusalOfEvent } from '../client/follow-stream.ts';
import { collectParts } from '../input/collect-parts.ts';

const partBytes = 1024 * 1024;
const ended = new Set(['execution_finished', 'execution_not_found', 'stdin_ended']);

interface Following {
  client: ApiClient;
  /** Starts the run and opens its stream. */
  start: () => AsyncGenerator<ReceivedEvent>;
  /** Sent to the program while it runs. */
  input?: Readable | undefined;
  onStarted: (id: string) => void;
  /** Gets text, or bytes if the request asks for them. */
  onOutput: (stream: 'stdout' | 'stderr', output: string | Uint8Array) => Promise<void>;
  onNetwork: (event: NetworkEventData) => void;
  /** Gets the events of the installation of packages that the run waits for. */
  onInstall?: ((event: InstallEvent) => void) | undefined;
}

export type InstallEvent = Extract<
  z.infer<typeof ExecutionEvent>,
  { event: 'installing' | 'install_log' | 'installed' }
>;

export type Finished = z.infer<typeof ExecuteResponse>;

/**
 * Follows a run from its start to its end, and resumes a stream that breaks.
 * @throws ApiRefusal if the run was refused or failed in the daemon; CliError `no_daemon`
 */
export async function followRun({ client, start, input, ...listener }: Following): Promise<Finished> {
  const { onStarted, onOutput, onNetwork, onInstall } = listener;
  let feeding: AbortController | undefined;
  const inputFailed = Promise.withResolvers<never>();
  let runId: string | undefined;

  function started(id: string): void {
    if (runId !== undefined) return;
    runId = id;
    onStarted(id);
    if (input === undefined) return;
    feeding = new AbortController();
    feedInput({ client, id, signal: feeding.signal }, input).catch(inputFailed.reject);
  }

  async function take(received: ReceivedEvent): Promise<Finished | undefined> {
    const known = eventOf(client, ExecutionEvent, received);
    const { event, data } = known;
    if (event === 'started') started(data.id);
    else if (event === 'stdout' || event === 'stderr') await onOutput(event, outputOf(data));
    else if (event === 'network') onNetwork(data);
    else if (isInstallEvent(known)) onInstall?.(known);
    else if (event === 'finished') return data;
    else if (event === 'error') throw refusalOfEvent(data);
    return undefined;
  }

  function resume(lastEventId: string): AsyncGenerator<ReceivedEvent> | undefined {
    if (runId === undefined) return undefined;
    return client.stream(readExecutionEvents, { params: { id: runId }, headers: { 'last-event-id': lastEventId } });
  }

  const lost = 'The daemon closed the stream before the run had ended. Find its result with "strongroom open".';
  inputFailed.promise.catch(() => {
    if (runId !== undefined) client.call(cancelExecution, { params: { id: runId } }).catch(() => undefined);
  });
  try {
    return await Promise.race([followStream({ start, resume, take, lost }), inputFailed.promise]);
  } finally {
    feeding?.abort();
    input?.destroy();
  }
}

function isInstallEvent(known: z.infer<typeof ExecutionEvent>): known is InstallEvent {
  return known.event === 'installing' || known.event === 'install_log' || known.event === 'installed';
}

/** A run whose input is open. */
interface OpenRun {
  client: ApiClient;
  id: string;
  /** Aborted when the run has ended. */
  signal: AbortSignal;
}

/**
 * Sends a stream to the program of a run, at the pace at which the program reads, and then ends the input. Stops when the
 * run has ended; its result then reports the outcome.
 * @throws ApiRefusal, CliError; the error of the stream
 */
async function feedInput({ client, id, signal }: OpenRun, input: Readable): Promise<void> {
  const send = (part: Buffer, query?: { end: string }) =>
    client.call(writeExecutionInput, { params: { id }, query, bytes: chunksOf(part), signal });
  try {
    for await (const part of collectParts(input, partBytes)) await send(part);
    await send(Buffer.alloc(0), { end: 'true' });
  } catch (error) {
    if (signal.aborted || (error instanceof ApiRefusal && ended.has(error.code))) return;
    throw error;
  }
}

async function* chunksOf(part: Buffer): AsyncGenerator<Buffer> {
  if (part.length > 0) yield part;
}
