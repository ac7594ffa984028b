/** Builds init for this machine, with sanitizers, so that tests run it without a container. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const initSources = join(root, 'resources/sandbox/init');

/** The warnings of the image's build. A report of a sanitizer ends init. */
const flags = [
  ...['-std=gnu17', '-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
  ...['-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror', `-I${initSources}`],
];

/** Init takes its current folder as the work directory. */
const workDirectory = `-DWORK_DIRECTORY="."`;

/** Returns the path of init with sanitizers. It is built again when its sources have changed. */
export async function buildInit(): Promise<string> {
  return await compile('init-with-sanitizers', [workDirectory, ...listSources()]);
}

const fuzzSources = join(root, 'test/engine/init/fuzz');

/** Returns the path of a program that gives files to the fuzz target. It has none of the parts that start programs. */
export async function buildFuzzReplay(): Promise<string> {
  const fuzz = ['session-fuzz.c', 'work.c', 'fake-system.c', 'replay.c'].map((name) => join(fuzzSources, name));
  const sources = [...fuzz, ...listSources(['main.c', 'program.c', 'stream/end.c'])];
  return await compile('init-fuzz-replay', [workDirectory, `-I${fuzzSources}`, ...sources]);
}

/** Returns the absolute paths of init's sources, except those that are named. */
function listSources(except: readonly string[] = []): string[] {
  return readdirSync(initSources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.c') && !except.includes(path))
    .sort()
    .map((path) => join(initSources, path));
}

/**
 * Compiles sources to a program in the checkout's cache, unless the cache has it. It replaces the earlier one.
 * @param args further options of gcc, and the sources
 */
async function compile(name: string, args: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([flags, args]));
  for (const folder of [initSources, fuzzSources]) {
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.[ch]$/.test(path)) hash.update(path).update(readFileSync(join(folder, path)));
    }
  }
  const folder = join(root, '.cache', name);
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
