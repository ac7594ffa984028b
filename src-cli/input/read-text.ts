import { createReadStream, fstatSync, openSync, type ReadStream, readFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';
import { fileError } from './file-error.ts';

/** Reads stdin to its end. */
export async function readAll(stdin: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Reads stdin to its end as text. @throws CliError `usage` if it is not UTF-8 */
export async function readAllText(stdin: NodeJS.ReadableStream): Promise<string> {
  return decodeText(await readAll(stdin), 'stdin');
}

/** Reads a text file. @throws CliError `file_error`, or `usage` if it is not UTF-8 */
export function readText(path: string): string {
  return decodeText(readBytes(path), path);
}

/**
 * Decodes UTF-8 strictly: a byte order mark stays, and invalid bytes are rejected instead of replaced.
 * @param advice a sentence for the error message
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
    throw fileError(path, cause);
  }
}

/** Opens a file for reading. @throws CliError `file_error` */
export function openFile(path: string): ReadStream {
  try {
    const descriptor = openSync(path, 'r');
    if (fstatSync(descriptor).isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
    return createReadStream(path, { fd: descriptor });
  } catch (cause) {
    throw fileError(path, cause);
  }
}

/**
 * Rejects arguments and variables with U+FFFD. Node replaces bytes that are not UTF-8 by this character, so a real one
 * cannot be distinguished from a replacement.
 * @throws CliError `usage`
 */
export function refuseReplaced(text: string, name: string): void {
  if (!text.includes('\ufffd')) return;
  throw new CliError(
    'usage',
    `${name} is not UTF-8 text, or contains U+FFFD. Pass it on stdin or in a file, in UTF-8.`,
  );
}
