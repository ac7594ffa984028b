import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zkLengths } from '../../../../src-shared/zk/zk-payload.ts';
import { fileError } from '../../../input/file-error.ts';
import { isFolder } from '../../../input/is-folder.ts';
import { readBytes } from '../../../input/read-text.ts';
import { collectFolder } from '../../../project/collect-folder.ts';
import type { FolderUse } from '../../../project/collected.ts';
import { readCollected } from '../../../project/input-file.ts';

const mebibyte = 1024 * 1024;

/** The limits are those of the interface. */
const importUse: FolderUse = {
  limits: { files: 1000, totalBytes: 64 * mebibyte },
  name: 'one import',
  advice: 'Name what shall not be imported in a file .strongroomignore, or import its folders one after the other.',
  adviceForSecrets: (path) => `Store its variables with: strongroom secrets import ${path}`,
  namesIgnored: true,
};

/** A file that can become a script. */
export interface SourceFile {
  /** Path below the imported folder, or the name of the imported file. */
  path: string;
  /** Path for messages. */
  file: string;
  /** Returns its bytes; undefined if they are more than a script can have. @throws CliError `file_error` */
  read(): Uint8Array | undefined;
}

/**
 * Lists the files of a folder, without version control, ignored files and those that usually hold secrets; or one file.
 * @throws CliError `file_error`
 */
export function listSources(path: string): { files: SourceFile[]; notes: string[] } {
  if (!isFolder(path)) return { files: [{ path: basename(path), file: path, read: () => readOne(path) }], notes: [] };
  const { files, notes } = collectFolder(path, { use: importUse });
  return {
    files: files.map((found) => ({
      path: found.path,
      file: join(path, found.path),
      read: () => (found.size > zkLengths.codeLimit ? undefined : readCollected(found)),
    })),
    notes,
  };
}

function readOne(path: string): Uint8Array | undefined {
  try {
    if (statSync(path).size > zkLengths.codeLimit) return undefined;
  } catch (cause) {
    throw fileError(path, cause);
  }
  return readBytes(path);
}
