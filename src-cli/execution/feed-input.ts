import type { Readable } from 'node:stream';
import { writeExecutionInput } from '../../src-shared/contracts/executions/execution-input.contract.ts';
import { ApiRefusal } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { collectParts } from '../input/collect-parts.ts';

/** A run whose input is open. */
interface OpenRun {
  client: ApiClient;
  id: string;
  /** Aborted when the run has ended. */
  signal: AbortSignal;
}

const partBytes = 1024 * 1024;
const ended = new Set(['execution_finished', 'execution_not_found', 'stdin_ended']);

/**
 * Sends a stream to the program of a run, at the pace at which the program reads, and then ends the input. Stops when the
 * run has ended; its result then reports the outcome.
 * @throws ApiRefusal, CliError; the error of the stream
 */
export async function feedInput({ client, id, signal }: OpenRun, input: Readable): Promise<void> {
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
