/** Concatenates the parts, each after its length as a 32-bit big-endian integer, so that different lists never encode alike. */
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
