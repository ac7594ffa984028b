import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from '../../src-shared-node/is-missing.ts';

/**
 * Writes a file that only its owner can read. After a crash the file is either the old or the new one, never a part.
 */
export function writeDurableFile(path: string, content: Uint8Array): void {
  const draft = `${path}.${process.pid}.draft`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    for (let written = 0; written < content.length; ) written += writeSync(file, content, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** Reads a file; returns undefined if it does not exist. */
export function readFileIfAny(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Syncs a folder, because a rename is on disk only then. Windows cannot open folders and does not need this. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
