import { once } from 'node:events';
import type { ClientRequest } from 'node:http';

/**
 * Sends the body of a request at the pace of the receiver and ends the request. Stops, without an error, when the response
 * has arrived or the connection is closed.
 * @throws the error of `bytes`; the request is then broken off, so that its body is never taken for complete
 */
export async function sendBytes(outgoing: ClientRequest, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const over = new AbortController();
  outgoing.once('response', () => over.abort());
  outgoing.once('close', () => over.abort());
  try {
    for await (const chunk of bytes) {
      if (over.signal.aborted) break;
      if (!outgoing.write(chunk)) await once(outgoing, 'drain', over).catch(() => undefined);
    }
  } catch (error) {
    outgoing.destroy();
    throw error;
  }
  outgoing.end();
}
