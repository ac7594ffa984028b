import type { z } from 'zod';
import { ProtocolError } from './protocol-error.ts';

/**
 * Reads a payload that is JSON in UTF-8.
 * @throws ProtocolError if it is anything but what the schema describes
 */
export function readJson<T>(payload: Buffer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(payload.toString('utf8')));
  if (!parsed.success) throw new ProtocolError('a payload is not the JSON of this protocol version');
  return parsed.data;
}

/** Returns the value of a text, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
