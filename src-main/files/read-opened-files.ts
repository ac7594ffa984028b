import { basename } from 'node:path';
import type { OpenedFile } from '../../src-shared/shell-api.ts';
import { readOpenedFile } from './read-opened-file.ts';

const maxFiles = 20;

/** Reads files that were opened together, up to 20. The last result says which files were left out. */
export async function* readOpenedFiles(paths: readonly string[]): AsyncGenerator<OpenedFile> {
  for (const path of paths.slice(0, maxFiles)) yield await readOpenedFile(path);
  const [first, ...others] = paths.slice(maxFiles);
  if (first === undefined) return;
  const name = others.length === 0 ? basename(first) : `${basename(first)} (and ${others.length} more)`;
  yield { kind: 'refused-file', name, reason: `at most ${maxFiles} files are opened at once` };
}
