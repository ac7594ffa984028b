const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
const padding = '='.charCodeAt(0);

/** Standard base64 with padding (RFC 4648, 4). */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    parts.push(
      digits.charAt(bits >> 18),
      digits.charAt((bits >> 12) & 63),
      left > 1 ? digits.charAt((bits >> 6) & 63) : '=',
      left > 2 ? digits.charAt(bits & 63) : '=',
    );
  }
  return parts.join('');
}

/**
 * The bytes of canonical base64, the one text that {@link encodeBase64} gives for them; undefined for every other text:
 * other alphabets, white space, padding that is missing or too much, bits set in what the padding leaves unused.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padded = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padded);
  for (let at = 0, out = 0; at < text.length; at += 4, out += 3) {
    const isLast = at + 4 === text.length;
    const bits = quartet(text, at, isLast ? padded : 0);
    // What does not become a byte must be zero.
    if (bits === undefined || (isLast && (bits & ((1 << (8 * padded)) - 1)) !== 0)) return undefined;
    bytes[out] = bits >> 16;
    if (out + 1 < bytes.length) bytes[out + 1] = (bits >> 8) & 255;
    if (out + 2 < bytes.length) bytes[out + 2] = bits & 255;
  }
  return bytes;
}

/** The bytes of a text that a schema has checked. @throws RangeError when it is not canonical base64 */
export function base64Bytes(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new RangeError('The text is not canonical base64.');
  return bytes;
}

/** Returns true if a text of any size is canonical base64, in linear time and without making its bytes. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 && decodeBase64(text.slice(-4)) !== undefined;
}

/**
 * The bytes of canonical base64url without padding (RFC 4648, 5; RFC 7515, 2); undefined for every other text, as for
 * {@link decodeBase64}.
 */
export function decodeBase64url(text: string): Uint8Array | undefined {
  if (/[^A-Za-z0-9_-]/.test(text)) return undefined;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return decodeBase64(standard.padEnd(Math.ceil(text.length / 4) * 4, '='));
}

/** 24 bits of four characters, the last `padded` of which must be padding; undefined when one is not in the alphabet. */
function quartet(text: string, at: number, padded: number): number | undefined {
  let bits = 0;
  for (let index = 0; index < 4; index++) {
    const code = text.charCodeAt(at + index);
    const value = index >= 4 - padded && code === padding ? 0 : values.get(code);
    if (value === undefined) return undefined;
    bits = (bits << 6) | value;
  }
  return bits;
}
