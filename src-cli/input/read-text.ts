import { readFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';

/** Everything that comes on stdin. */
export async function readAll(stdin: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Everything that comes on stdin, as text. @throws CliError `usage` when it is not UTF-8 */
export async function readAllText(stdin: NodeJS.ReadableStream): Promise<string> {
  return decodeText(await readAll(stdin), 'stdin');
}

/** A text file. @throws CliError `file_error`, `usage` when it is not UTF-8 */
export function readText(path: string): string {
  return decodeText(readBytes(path), path);
}

/**
 * The text of bytes, unchanged: a byte order mark stays, and bytes that are not UTF-8 are refused instead of replaced.
 * @param advice what to do about it, as a sentence
 * @throws CliError `usage`
 */
export function decodeText(bytes: Uint8Array, name: string, advice = 'Convert it to UTF-8.'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError('usage', `${name} is not UTF-8 text. ${advice}`);
  }
}

/** @throws CliError `file_error` */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown';
    const reasons = { ENOENT: 'there is no such file', EISDIR: 'is a folder', EACCES: 'may not be read' };
    throw new CliError('file_error', `${path}: ${reasons[code as keyof typeof reasons] ?? code}.`, { cause });
  }
}

/**
 * Refuses arguments and variables with U+FFFD: Node puts it in the place of bytes that are not UTF-8, and the two cannot
 * be told apart.
 * @throws CliError `usage`
 */
export function refuseReplaced(text: string, name: string): void {
  if (!text.includes('\ufffd')) return;
  throw new CliError(
    'usage',
    `${name} is not UTF-8 text, or contains U+FFFD. Give it on stdin or in a file, in UTF-8.`,
  );
}
