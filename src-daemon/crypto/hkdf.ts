import { hkdfSync } from 'node:crypto';

/**
 * HKDF-SHA256 (RFC 5869): `length` bytes from a key. OpenSSL's, because a run derives eight keys, and until V8 has
 * compiled one in JavaScript each takes half a millisecond.
 */
export function hkdfSha256(
  key: Uint8Array,
  { salt = new Uint8Array(), info }: { salt?: Uint8Array; info: string },
  length: number,
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, info, length));
}
