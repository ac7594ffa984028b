import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { createDecoders } from '../decoders.ts';
import type { HttpLimits } from '../http-limits.ts';
import { Refusal } from '../refusal.ts';
import { createByteMask, type OnMasked } from './byte-mask.ts';
import type { ResponseHead } from './response-head.ts';

export interface ResponseOptions {
  head: ResponseHead;
  values: FormIndex | undefined;
  limits: HttpLimits;
  onMasked: OnMasked;
  /** Aborted when the connection of the program is closed. */
  signal: AbortSignal;
}

/**
 * Sends a response to the program and returns when it has been written. Trailers are dropped. A failure after the head
 * closes the connection of the program, so that the response is seen as incomplete. @throws Refusal `bad_response`;
 * @throws Error if the program has closed its connection
 */
export async function sendResponse(
  incoming: IncomingMessage,
  response: ServerResponse,
  { head, values, limits, onMasked, signal }: ResponseOptions,
): Promise<void> {
  response.sendDate = false;
  response.writeHead(head.status, STATUS_CODES[head.status] ?? '', head.fields.flat());
  // The head is sent before the first byte of the body, which may come much later.
  response.flushHeaders();
  const decoders = createDecoders(head.hasBody ? head.codings : [], { limits, tooLong: 'bad_response' });
  const steps: Duplex[] = values === undefined ? decoders : [...decoders, createByteMask(values, onMasked, incoming)];
  let hasProgramLeft = false;
  const onAbort = () => {
    // An error of the host closes the connection of the program as well, but has been seen before.
    hasProgramLeft = [incoming, ...steps].every(({ errored }) => errored === null);
  };
  signal.addEventListener('abort', onAbort);
  try {
    await pipeline([incoming, ...steps, response]);
  } catch (error) {
    throw hasProgramLeft || error instanceof Refusal ? error : new Refusal('bad_response');
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
