import { StrongroomError } from './strongroom-error.ts';
import type { Sending } from './transport.ts';

/** Input of a program: the whole text, or parts that are sent while it runs. A part that is text is sent as UTF-8. */
export type ProgramInput = string | AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>;

/** A request whose input can also be parts. */
export type WithInput<Request extends { stdin?: string }> = Omit<Request, 'stdin'> & { stdin?: ProgramInput };

/** Input to send after the start. */
export type Parts = AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>;

interface Feeding {
  parts: Parts;
  started: { id?: string };
  /** Sends one part; resolves when the sandbox has taken it. */
  send: (sending: Sending) => Promise<unknown>;
  /** Aborted when the run has ended. */
  signal: AbortSignal;
}

/** A larger part is sent in several requests. */
const partBytes = 4 * 1024 * 1024;
const ended = new Set(['execution_finished', 'execution_not_found', 'stdin_ended']);

/** Returns the body of a request, and the input that follows it. */
export function splitInput<Request extends { stdin?: ProgramInput }>(
  request: Request,
): { body: Omit<Request, 'stdin'> & { stdin?: string; openStdin?: true }; parts?: Parts } {
  const { stdin, ...rest } = request;
  if (stdin === undefined) return { body: rest };
  if (typeof stdin === 'string') return { body: { ...rest, stdin } };
  return { body: { ...rest, openStdin: true }, parts: stdin };
}

/**
 * Sends the input of a run at the pace at which its program reads, and then ends it. Stops when the run has ended.
 * @throws StrongroomError; the error of the parts
 */
export async function feedInput({ parts, started, send, signal }: Feeding): Promise<void> {
  const { id = '' } = started;
  const sendPart = (body: Uint8Array, query?: { end: boolean }) =>
    send({ name: 'POST /api/v1/executions/{id}/stdin', params: { id }, query, body, signal, timeoutMs: 0 });
  try {
    for await (const part of parts) {
      const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
      for (let at = 0; at < bytes.length; at += partBytes) await sendPart(bytes.subarray(at, at + partBytes));
      if (signal.aborted) return;
    }
    await sendPart(new Uint8Array(), { end: true });
  } catch (error) {
    if (signal.aborted || (error instanceof StrongroomError && ended.has(error.code))) return;
    throw error;
  }
}
