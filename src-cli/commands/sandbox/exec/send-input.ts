import { writeProcessInput } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { ApiRefusal } from '../../../cli-error.ts';
import type { ApiClient } from '../../../client/api-client.ts';

/** A process that runs in a sandbox. */
export interface ProcessContext {
  client: ApiClient;
  id: string;
  pid: string;
  /** Aborted when the process has ended. */
  signal: AbortSignal;
}

const ended = new Set(['process_ended', 'process_not_found', 'sandbox_ended']);

/**
 * Sends a stream to the input of a process, at the pace at which the process reads, and then closes the input. Stops when
 * the process has ended or takes no more input; its exit code then reports the outcome.
 * @throws ApiRefusal, CliError
 */
export async function sendInput(context: ProcessContext, input: NodeJS.ReadStream): Promise<void> {
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
