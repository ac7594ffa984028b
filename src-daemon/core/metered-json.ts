import { createJsonMeter, type JsonLimits } from './json-meter.ts';

/** A JSON text has more values or levels than its reader allows, so it was not parsed. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError';
  readonly exceeded: keyof JsonLimits;

  constructor(exceeded: keyof JsonLimits) {
    super(`a JSON text exceeds the limit of its ${exceeded}`);
    this.exceeded = exceeded;
  }
}

/**
 * Parses an untrusted JSON text, whose bytes the caller has bounded. The text is measured before it is parsed:
 * 4 MiB of small values take `JSON.parse` a second and 500 MiB of memory.
 * @throws JsonLimitError, SyntaxError
 */
export function parseMeteredJson(text: string, limits: JsonLimits): unknown {
  const exceeded = createJsonMeter(limits).read(Buffer.from(text));
  if (exceeded !== undefined) throw new JsonLimitError(exceeded);
  return JSON.parse(text);
}
