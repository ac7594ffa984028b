import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const checkout = join(import.meta.dirname, '../../..');

/** The warnings of the image's build. A report of a sanitizer ends the program. */
const flags = [
  ...['-std=gnu17', '-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
  ...['-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'],
];

export interface Compilation {
  /** Name of the program's folder in the checkout's cache. */
  name: string;
  /** Further options of gcc, and the sources. */
  args: readonly string[];
  /** The program is compiled again when a C file in these folders has changed. */
  folders: readonly string[];
}

/** Compiles a program with sanitizers, unless the cache has it. It replaces the earlier one. Returns its path. */
export async function compile({ name, args, folders }: Compilation): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([flags, args]));
  for (const folder of folders) {
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.[ch]$/.test(path)) hash.update(path).update(readFileSync(join(folder, path)));
    }
  }
  const folder = join(checkout, '.cache', name);
  const key = hash.digest('hex').slice(0, 16);
  const program = join(folder, key);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder).filter((file) => !file.startsWith(key)))
    rmSync(join(folder, old), { force: true });
  // Test files that run at the same time may compile the same program.
  const scratch = `${program}-${process.pid}`;
  await promisify(execFile)('gcc', [...flags, '-o', scratch, ...args]);
  renameSync(scratch, program);
  return program;
}

/** Returns the absolute paths of the C files in a folder, except those that are named. */
export function listSources(folder: string, except: readonly string[] = []): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.c') && !except.includes(path))
    .sort()
    .map((path) => join(folder, path));
}
