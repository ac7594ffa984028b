const encoder = new TextEncoder();
/** Small parts are joined up to this length, so that their number is bounded as well. */
const joinedCharacters = 4096;

/** Keeps the first text of a stream, cut at a whole character. */
export function createTextHead(limitBytes: number) {
  let text = '';
  let leftBytes = limitBytes;
  let isTruncated = false;
  return {
    /** Adds text. Returns the part of it that is kept. */
    push(added: string): string {
      const part = isTruncated ? '' : firstBytes(added, leftBytes);
      text += part;
      leftBytes -= Buffer.byteLength(part);
      isTruncated ||= part.length < added.length;
      return part;
    },
    text: () => text,
    isTruncated: () => isTruncated,
  };
}

/** Keeps the last text of a stream, cut at a whole character. */
export function createTextTail(limitBytes: number) {
  let parts: { text: string; bytes: number }[] = [];
  let bytes = 0;
  let isTruncated = false;
  return {
    push(added: string): void {
      const addedBytes = Buffer.byteLength(added);
      bytes += addedBytes;
      isTruncated ||= bytes > limitBytes;
      const last = parts.at(-1);
      if (last !== undefined && last.text.length + added.length <= joinedCharacters) {
        last.text += added;
        last.bytes += addedBytes;
      } else parts.push({ text: added, bytes: addedBytes });
      let first = 0;
      for (let part = parts[0]; part !== undefined && bytes - part.bytes >= limitBytes; part = parts[++first])
        bytes -= part.bytes;
      if (first > 0) parts = parts.slice(first);
    },
    text: () => lastBytes(parts.map(({ text }) => text).join(''), limitBytes),
    isTruncated: () => isTruncated,
  };
}

/** Returns the beginning of a text that has at most this many bytes in UTF-8. */
export function firstBytes(text: string, limitBytes: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (3 * text.length <= limitBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(limitBytes, 0)));
  return text.slice(0, read);
}

function lastBytes(text: string, limitBytes: number): string {
  if (3 * text.length <= limitBytes) return text;
  const bytes = Buffer.from(text);
  let from = Math.max(bytes.length - limitBytes, 0);
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return bytes.toString('utf8', from);
}
