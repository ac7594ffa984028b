import type { JsonLimits } from '../../core/json-meter.ts';
import { JsonLimitError, parseMeteredJson } from '../../core/metered-json.ts';
import { ModelError } from './model-error.ts';

const mebibyte = 1024 * 1024;
/** Maximum bytes of an error reply, and of a list of models. */
export const shortReplyBytes = mebibyte;
/** Maximum bytes of an answer that is not streamed, and maximum characters of one event of a stream. */
export const answerBytes = 4 * mebibyte;
/** Some endpoints list hundreds of models with a hundred facts each. */
const replyLimits: JsonLimits = { values: 100_000, depth: 64 };

/** Reads the body of a reply. @throws ModelError `too_large` for more than `limitBytes`; the connection is closed then */
export async function readReplyText(body: ReadableStream<Uint8Array> | null, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.length;
    if (received > limitBytes) throw new ModelError('too_large');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Parses JSON of an endpoint. @throws ModelError `too_large` for too many values or levels, `malformed` */
export function parseReply(text: string): unknown {
  try {
    // JavaScript counts a byte order mark as space, JSON does not.
    return parseMeteredJson(text.trim(), replyLimits);
  } catch (error) {
    throw new ModelError(error instanceof JsonLimitError ? 'too_large' : 'malformed');
  }
}
