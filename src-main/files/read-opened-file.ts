import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { requestLimits } from '../../src-shared/contracts/execute-request.ts';
import type { OpenedFile } from '../../src-shared/shell-api.ts';

const limitBytes = requestLimits.codeBytes;

/**
 * Reads the text of a file that the system opens with the app, or returns why it cannot be shown. The page receives only
 * the name without the folder. The file is not run.
 */
export async function readOpenedFile(path: string): Promise<OpenedFile> {
  const name = basename(path);
  let file: FileHandle | undefined;
  try {
    // Opening a pipe without a writer would block the app.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const code = await readText(file);
    return typeof code === 'string' ? { kind: 'file', name, code } : { kind: 'refused-file', name, ...code };
  } catch (error) {
    return { kind: 'refused-file', name, reason: reasonOf(error) };
  } finally {
    await file?.close();
  }
}

async function readText(file: FileHandle): Promise<string | { reason: string }> {
  const found = await file.stat();
  if (found.isDirectory()) return { reason: 'it is a folder' };
  if (!found.isFile()) return { reason: 'it is no ordinary file' };
  // One byte more than the limit, because the file may grow while it is read.
  const bytes = Buffer.alloc(Math.min(found.size, limitBytes) + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read)
    read = (await file.read(bytes, size, bytes.length - size)).bytesRead;
  if (size > limitBytes || found.size > limitBytes) return { reason: 'it is over 1 MiB' };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, size));
  } catch {
    return { reason: 'it is no text in UTF-8' };
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'it is not there any more';
  if (code === 'EACCES' || code === 'EPERM') return 'you may not read it';
  return 'it cannot be read';
}
