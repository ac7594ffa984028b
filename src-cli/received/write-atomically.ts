import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { HeldFolder } from './held-folder.ts';
import { requireNoRepository } from './refuse-repository.ts';

export interface WriteTarget {
  name: string;
  isForced: boolean;
  /** @throws CliError if the name is taken */
  requireFree: () => void;
}

interface Content {
  chunks: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/** Errors of file systems that have no second name for a file, such as FAT. */
const noLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'];

/** Writes a file under a random name, which gets its own name when it is complete. */
export async function writeAtomically(
  folder: HeldFolder,
  target: WriteTarget,
  { chunks, signal }: Content,
): Promise<void> {
  const draft = `.strongroom-${randomBytes(6).toString('hex')}.part`;
  try {
    // Open before the first chunk: a stream that opens a file later can create it after it was removed. `wx` follows no link.
    const file = await open(folder.at(draft), 'wx');
    const stream = file.createWriteStream();
    await pipeline(startingIn(folder, chunks), stream, { signal });
    target.requireFree();
    requireNoRepository(folder, target.name);
    nameFile(folder, draft, target);
  } catch (error) {
    removeDraft(folder, draft);
    throw error;
  }
}

/** Checks again that the folder is the same before the first byte is written, for the access by paths. */
async function* startingIn(folder: HeldFolder, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  folder.at('.');
  yield* chunks;
}

/** Gives a complete file its name. Neither call follows a link of that name. */
function nameFile(folder: HeldFolder, draft: string, target: WriteTarget): void {
  if (!target.isForced && linkNew(folder, draft, target)) rmSync(folder.at(draft));
  else renameSync(folder.at(draft), folder.at(target.name));
}

/** A second name never replaces a file, in one step. Returns false if the file system has none. */
function linkNew(folder: HeldFolder, draft: string, { name, requireFree }: WriteTarget): boolean {
  try {
    linkSync(folder.at(draft), folder.at(name));
    return true;
  } catch (error) {
    // Another process may have created the file after the last check.
    requireFree();
    if (error instanceof Error && 'code' in error && noLinks.includes(error.code)) return false;
    throw error;
  }
}

function removeDraft(folder: HeldFolder, draft: string): void {
  try {
    rmSync(folder.at(draft), { force: true });
  } catch {
    // The folder was exchanged, so the draft cannot be found; it is empty or has an unpredictable name.
  }
}

/** Does not follow a link. */
export function typeOf(path: string): 'none' | 'folder' | 'other' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  return found.isDirectory() ? 'folder' : 'other';
}

/** Returns true if a regular file has exactly this content. A link is not followed. */
export function hasContent(folder: HeldFolder, name: string, content: Buffer): boolean {
  if (!lstatSync(folder.at(name), { throwIfNoEntry: false })?.isFile()) return false;
  // Without O_NONBLOCK, a pipe that replaced the file would block. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(folder.at(name), flags);
  try {
    const found = fstatSync(descriptor);
    return found.isFile() && found.size === content.length && readFileSync(descriptor).equals(content);
  } finally {
    closeSync(descriptor);
  }
}
