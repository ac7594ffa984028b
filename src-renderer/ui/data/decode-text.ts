export interface DecodedText {
  text: string;
  /** Says which encoding was assumed; undefined for UTF-8. */
  note: string | undefined;
}

/** Decodes the text of a file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which accepts all bytes. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decodeAs('utf-16le', bytes), note: 'Read as UTF-16.' };
  if (first === 0xfe && second === 0xff) return { text: decodeAs('utf-16be', bytes), note: 'Read as UTF-16.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: undefined };
  } catch {
    return {
      text: decodeAs('windows-1252', bytes),
      note: 'The file is not UTF-8. It is read as Windows-1252, so some characters can be wrong.',
    };
  }
}

interface TextStart extends DecodedText {
  /** True if the file has more text. */
  isCut: boolean;
}

/** Decodes at most this many UTF-16 code units from the beginning of a file; the rest is not read. */
export function decodeStart(bytes: Uint8Array, limitCharacters: number): TextStart {
  // Enough in every encoding.
  const limitBytes = limitCharacters * 4;
  const { text, note } = decodeText(wholeCharacters(bytes, limitBytes));
  const isCut = text.length > limitCharacters || bytes.length > limitBytes;
  return { text: text.slice(0, limitCharacters), note, isCut };
}

/** Cuts the bytes where a character of UTF-8 begins. */
function wholeCharacters(bytes: Uint8Array, limitBytes: number): Uint8Array {
  let end = Math.min(bytes.length, limitBytes);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}
