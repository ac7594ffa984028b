import { isUtf8 } from 'node:buffer';

/**
 * Names of files in a sandbox are bytes, and need not be UTF-8. As text, each byte that is not UTF-8 is U+FFFD and two
 * hexadecimal digits: the bytes `caf\xE9` are `caf�E9`. The bytes of a real U+FFFD are written in the same way. So
 * different names are different texts, and each text leads back to its bytes.
 */

const replacement = '\uFFFD';
const replacementBytes = Buffer.from(replacement);
/** Only bytes that are not ASCII have this form, so that a name cannot hide a slash or a NUL. */
const escapedByte = /\uFFFD([89A-F][0-9A-F])/g;

/** Returns the text of a name or path. Takes linear time. */
export function decodeName(bytes: Buffer): string {
  if (isUtf8(bytes) && !bytes.includes(replacementBytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    parts.push(length === 0 ? escapeByte(bytes.readUInt8(at)) : bytes.toString('utf8', at, at + length));
    at += Math.max(length, 1);
  }
  return parts.join('');
}

/** Returns the bytes of a name or path. */
export function encodeName(name: string): Buffer {
  if (!name.includes(replacement)) return Buffer.from(name, 'utf8');
  const parts: Buffer[] = [];
  let from = 0;
  for (const match of name.matchAll(escapedByte)) {
    parts.push(Buffer.from(name.slice(from, match.index), 'utf8'), Buffer.from(match[1] ?? '', 'hex'));
    from = match.index + match[0].length;
  }
  return Buffer.concat([...parts, Buffer.from(name.slice(from), 'utf8')]);
}

/** Returns true if a text is that of a name which is not UTF-8. */
export function isByteName(name: string): boolean {
  return name.search(escapedByte) >= 0;
}

function escapeByte(byte: number): string {
  return replacement + byte.toString(16).toUpperCase().padStart(2, '0');
}

/** Returns the length in bytes of the character that begins here; 0 if none does, or if it is U+FFFD. */
function characterLength(bytes: Buffer, at: number): number {
  const first = bytes.readUInt8(at);
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const character = bytes.subarray(at, at + length);
  return character.length === length && isUtf8(character) && !character.equals(replacementBytes) ? length : 0;
}
