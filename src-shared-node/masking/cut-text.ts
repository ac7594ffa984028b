const encoder = new TextEncoder();

/** Returns the beginning of a text that has at most this many bytes in UTF-8. */
export function firstBytes(text: string, limitBytes: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (3 * text.length <= limitBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(limitBytes, 0)));
  return text.slice(0, read);
}

/** Returns the end of a text that has at most this many bytes in UTF-8. */
export function lastBytes(text: string, limitBytes: number): string {
  if (3 * text.length <= limitBytes) return text;
  const bytes = Buffer.from(text);
  let from = Math.max(bytes.length - limitBytes, 0);
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return bytes.toString('utf8', from);
}
