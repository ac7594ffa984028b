/** The parts of JSON that the compiler does not know yet (ECMAScript proposal "JSON.parse source text access"). */
interface SourceJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(source: string): object;
  isRawJSON(value: unknown): boolean;
}

const json = JSON as unknown as SourceJson;
const longNumber = /\d{16}/;

/**
 * Parses JSON like `JSON.parse`, but keeps the digits of numbers that JavaScript would round: these become objects that
 * `JSON.stringify` writes as they were.
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return json.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? json.rawJSON(source) : value,
  );
}

/** Returns true for a number whose digits were kept. */
export const isExactNumber = (value: unknown): boolean => json.isRawJSON(value);
