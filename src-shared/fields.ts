import { z } from 'zod';
import { decodeBase64 } from './formats/base64.ts';
import { malformedUnicode, newPasswordMinBytes, passwordProblem } from './zk/password-bytes.ts';

/** Accepted form of a whole number in a text: no sign and no leading zero. */
export const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

/** Text without lone surrogates, because UTF-8 cannot encode them. */
export const text = () => z.string().refine((value) => value.isWellFormed(), { error: malformedUnicode });

/** Text of at most `limitBytes` bytes in UTF-8. Later checks are skipped for a longer text. */
export const textOfBytes = (minBytes: number, limitBytes: number) =>
  text().refine((value) => isWithinBytes(value, minBytes, limitBytes), {
    error: ({ input }) => bytesProblem(input, minBytes, limitBytes),
    abort: true,
  });

function bytesProblem(value: unknown, minBytes: number, limitBytes: number): string {
  if (value === '') return 'must not be empty';
  const bytes = typeof value === 'string' ? utf8Length(value) : 0;
  if (bytes < minBytes) return `must have at least ${minBytes} bytes in UTF-8`;
  return `must be at most ${shownBytes(limitBytes)} in UTF-8, but has ${bytes.toLocaleString('en')} bytes`;
}

/** Formats a limit: `64 KiB`, `1 MiB`, `4,096 bytes`. */
function shownBytes(bytes: number): string {
  if (bytes >= 1024 * 1024 && bytes % (1024 * 1024) === 0) return `${bytes / (1024 * 1024)} MiB`;
  if (bytes >= 16 * 1024 && bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return `${bytes.toLocaleString('en')} bytes`;
}

/** Time in ISO 8601, in UTC with milliseconds. */
export const timestamp = () => z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-01-31T12:00:00.000Z'] });

/** Time that a caller sends: ISO 8601 with an offset or `Z`. */
export const instant = () => z.iso.datetime({ offset: true });

/** Bytes in canonical base64 with padding; no other encoding is accepted. The lengths count bytes. */
export function base64Of(minBytes: number, maxBytes = minBytes) {
  const range = minBytes === maxBytes ? `${minBytes}` : `${minBytes} to ${maxBytes}`;
  const isWithin = (value: string) => {
    const bytes = decodeBase64(value);
    return bytes !== undefined && bytes.length >= minBytes && bytes.length <= maxBytes;
  };
  return z
    .string()
    .refine(
      // The length is checked first, so that an oversized text is refused without decoding it.
      (value) => value.length <= Math.ceil(maxBytes / 3) * 4 && isWithin(value),
      { error: `must be ${range} bytes in canonical base64 with padding` },
    )
    .meta({ contentEncoding: 'base64' });
}

/** Whole number in a query parameter, which arrives as text. */
export const queryInteger = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(wholeNumber, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ override: { type: 'integer', minimum, maximum } });

interface Rendered {
  jsonSchema: Record<string, unknown>;
}

/** `true` or `false` in a query parameter, which arrives as text. */
export const queryBoolean = () =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .meta({
      override: ({ jsonSchema }: Rendered) => {
        delete jsonSchema.enum;
        jsonSchema.type = 'boolean';
      },
    });

/** E-mail address of an account: at most 254 characters, stored as sent (not trimmed). */
export const email = () =>
  z
    .email()
    .max(254)
    .meta({ examples: ['me@example.com'] });

/** New password of an account. */
export const password = () =>
  passwordFrom(newPasswordMinBytes).meta({
    description: `${newPasswordMinBytes} to 1,024 bytes, counted in the NFC form in UTF-8. Spaces are ordinary characters.`,
  });

/**
 * Password that is compared or that unlocks something. Any valid password is accepted, so that a wrong one is reported as
 * wrong and not as malformed.
 */
export const typedPassword = () => passwordFrom(1);

const passwordFrom = (minBytes: number) =>
  z
    .string()
    .refine((value) => passwordProblem(value, minBytes) === undefined, {
      error: ({ input }) => passwordProblem(String(input), minBytes) ?? '',
    })
    .meta({ format: 'password' });

function isWithinBytes(value: string, minBytes: number, limitBytes: number): boolean {
  if (value.length > limitBytes) return false;
  // A UTF-16 unit takes one to three bytes in UTF-8.
  if (value.length >= minBytes && 3 * value.length <= limitBytes) return true;
  const bytes = utf8Length(value);
  return bytes >= minBytes && bytes <= limitBytes;
}

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(value: string): number {
  let bytes = 0;
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}
