import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A secret on its way: printing, logging or serialising it shows `[redacted]`. */
export interface SecretValue {
  /** The secret bytes themselves, not a copy: the only way in, easy to search for. */
  reveal(): Uint8Array;
  /** Fills the bytes with zeros. */
  wipe(): void;
  toString(): string;
  toJSON(): string;
}

/** Wraps bytes, which the value owns from now on; a string is taken as its UTF-8. */
export function secretValue(secret: Uint8Array | string): SecretValue {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  // The bytes live in the closure: no property of the object leads to them.
  const value = {
    reveal: () => bytes,
    wipe: () => {
      bytes.fill(0);
    },
    toString: () => redacted,
    toJSON: () => redacted,
    [inspect.custom]: () => redacted,
  };
  return Object.freeze(value);
}
