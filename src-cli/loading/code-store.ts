import { mkdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { crc32 } from 'node:zlib';
import envPaths from 'env-paths';
import { isPrivateFolder, replacePrivateFile } from '../../src-shared-node/private-file.ts';

/** The code that V8 compiled of one source. */
export interface StoredCode {
  /** The commands whose functions it contains. */
  commands: readonly string[];
  code: Buffer;
}

export type CodeStore = ReturnType<typeof createStore>;

/** V8 copies code that does not begin at a multiple of 8. */
const headBytes = 1024;

/**
 * Finds the folder of this user's compiled code. Such code is run without a look at its source, so the folder is used only
 * if no other user can write to it. Undefined without such a folder: the command works as well, only slower.
 */
export function openCodeStore(env: Readonly<Record<string, string | undefined>>): CodeStore | undefined {
  // The user has decided about compiled code.
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const { cache } = envPaths('strongroom', { suffix: '' });
  if (!isAbsolute(cache)) return undefined;
  const folder = join(cache, 'command');
  try {
    if (isPrivateFolder(folder) === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isPrivateFolder(folder) ? createStore(folder) : undefined;
  } catch {
    // The folder cannot be created, because the disk is read-only or full.
    return undefined;
  }
}

/** V8 itself refuses code of another version of V8 or for other options, but runs damaged code. */
function createStore(folder: string) {
  // One entry for each file: a new version of Strongroom replaces that of the old one.
  const entryOf = (path: string) => join(folder, path.replaceAll(/\W/g, '_').slice(-200));
  const headOf = (sourceHash: string, code: Buffer) =>
    `${process.version} ${process.arch} ${sourceHash} ${crc32(code).toString(16)} :`;

  return {
    /** Returns the code of a file whose source has this hash. */
    read(path: string, sourceHash: string): StoredCode | undefined {
      try {
        const entry = readFileSync(entryOf(path));
        const code = entry.subarray(headBytes);
        const head = entry.toString('latin1', 0, headBytes).trimEnd();
        const expected = headOf(sourceHash, code);
        return head.startsWith(expected) ? { commands: head.slice(expected.length).split(','), code } : undefined;
      } catch {
        // There is none.
        return undefined;
      }
    },
    write(path: string, sourceHash: string, { commands, code }: StoredCode): void {
      const head = (headOf(sourceHash, code) + commands.join(',')).padEnd(headBytes);
      if (head.length > headBytes) return;
      try {
        replacePrivateFile(entryOf(path), Buffer.concat([Buffer.from(head, 'latin1'), code]));
      } catch {
        // The disk is full, or the entry is a folder.
      }
    },
  };
}
