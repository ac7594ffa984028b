/**
 * A shell reads a carriage return as a part of the last word of its line, so a script with the line ends of Windows does
 * not do what it says: `set -e` with one is an unknown option, which ends nothing. A script is one of Windows if its first
 * line ends with CRLF; then all of its lines end with LF afterwards. In other scripts, carriage returns are intended.
 */
export function withUnixLines(script: string): string {
  const firstEnd = script.indexOf('\n');
  return firstEnd > 0 && script[firstEnd - 1] === '\r' ? script.replaceAll('\r\n', '\n') : script;
}

/** Does the same to a file if it is a script: by its name, or because it begins with `#!`. */
export function withUnixScript<T extends { path: string; content: Uint8Array }>(file: T): T {
  if (!isScript(file)) return file;
  const bytes = Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength);
  const firstEnd = bytes.indexOf('\n');
  if (firstEnd < 1 || bytes[firstEnd - 1] !== carriageReturn) return file;
  // Every byte is one character of latin1, so all others stay as they are.
  return { ...file, content: Buffer.from(withUnixLines(bytes.toString('latin1')), 'latin1') };
}

const carriageReturn = 0x0d;
const shellName = /\.(?:sh|bash)$/;

function isScript({ path, content }: { path: string; content: Uint8Array }): boolean {
  return shellName.test(path) || (content[0] === 0x23 && content[1] === 0x21);
}
