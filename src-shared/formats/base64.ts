const digits = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (digit) =>
  digit.charCodeAt(0),
);
const padding = '='.charCodeAt(0);
/** Value of each character code below 128; 255 for a character outside the alphabet. */
const values = new Uint8Array(128).fill(255);
for (const [value, code] of digits.entries()) values[code] = value;
/** Characters for one call of `String.fromCharCode`, whose number of arguments is limited. */
const sliceLength = 0x2000;

/** Encodes bytes in standard base64 with padding (RFC 4648, 4). */
export function encodeBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const digit = (value: number) => digits[value & 63] ?? padding;
  for (let at = 0, out = 0; at < bytes.length; at += 3, out += 4) {
    const left = bytes.length - at;
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    codes[out] = digit(bits >> 18);
    codes[out + 1] = digit(bits >> 12);
    codes[out + 2] = left > 1 ? digit(bits >> 6) : padding;
    codes[out + 3] = left > 2 ? digit(bits) : padding;
  }
  return asciiText(codes);
}

/**
 * Decodes canonical base64: the text that {@link encodeBase64} returns. Undefined for any other text: another alphabet,
 * white space, missing or excess padding, or non-zero bits in the unused part of the last character.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padded = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padded);
  for (let at = 0, out = 0; at < text.length; at += 4, out += 3) {
    const isLast = at + 4 === text.length;
    const bits = quartet(text, at, isLast ? padded : 0);
    // The unused bits must be zero.
    if (bits === undefined || (isLast && (bits & ((1 << (8 * padded)) - 1)) !== 0)) return undefined;
    bytes[out] = bits >> 16;
    if (out + 1 < bytes.length) bytes[out + 1] = (bits >> 8) & 255;
    if (out + 2 < bytes.length) bytes[out + 2] = bits & 255;
  }
  return bytes;
}

/** Decodes a text that a schema has checked. @throws RangeError if it is not canonical base64 */
export function base64Bytes(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new RangeError('The text is not canonical base64.');
  return bytes;
}

/** Returns true if a text of any size is canonical base64, in linear time and without decoding it. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 && decodeBase64(text.slice(-4)) !== undefined;
}

/**
 * Decodes canonical base64url without padding (RFC 4648, 5; RFC 7515, 2); undefined for any other text, as for
 * {@link decodeBase64}.
 */
export function decodeBase64url(text: string): Uint8Array | undefined {
  if (/[^A-Za-z0-9_-]/.test(text)) return undefined;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return decodeBase64(standard.padEnd(Math.ceil(text.length / 4) * 4, '='));
}

/** Returns the 24 bits of four characters, the last `padded` of which must be padding; undefined for invalid characters. */
function quartet(text: string, at: number, padded: number): number | undefined {
  let bits = 0;
  for (let index = 0; index < 4; index++) {
    const code = text.charCodeAt(at + index);
    const value = index >= 4 - padded && code === padding ? 0 : (values[code] ?? 255);
    if (value === 255) return undefined;
    bits = (bits << 6) | value;
  }
  return bits;
}

function asciiText(codes: Uint8Array): string {
  const slices: string[] = [];
  for (let at = 0; at < codes.length; at += sliceLength)
    slices.push(String.fromCharCode(...codes.subarray(at, at + sliceLength)));
  return slices.join('');
}
