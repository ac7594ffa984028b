/** The parts one after another, each behind its length in 32 bits (big-endian), so that no two lists have one encoding. */
export function lengthPrefixed(parts: readonly Uint8Array[]): Uint8Array {
  const encoded = new Uint8Array(parts.reduce((total, part) => total + 4 + part.length, 0));
  const view = new DataView(encoded.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    encoded.set(part, at + 4);
    at += 4 + part.length;
  }
  return encoded;
}
