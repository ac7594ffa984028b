/**
 * Checks the types of every source folder with its own tsconfig, two at a time, and prints all errors. TypeScript 7 stores
 * its results in .cache/types, with a hash of each file, so that the next check reads only changed files. On CI they are kept
 * for the next clone.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyKept, keepCopy } from './install/kept-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCi = process.env.CI === 'true';
const buildInfos = join(root, '.cache/types');
if (isCi) copyKept('types', buildInfos);
const waiting = findFolders();
const failed: string[] = [];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, checkNext));
process.stderr.write(failed.length === 0 ? 'types: no errors\n' : `types: errors in ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
if (isCi) keepCopy('types', buildInfos);

/** Returns the folders at the top level and in clients/ that have a tsconfig.json, the largest first. */
function findFolders(): string[] {
  return (
    ['', 'clients']
      .flatMap((parent) => readdirSync(join(root, parent)).map((name) => posix.join(parent, name)))
      .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
      .map((folder) => ({ folder, sources: countSources(folder) }))
      // tsc fails on a folder without sources.
      .filter(({ sources }) => sources > 0)
      .toSorted((a, b) => b.sources - a.sources)
      .map(({ folder }) => folder)
  );
}

function countSources(folder: string): number {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => /\.tsx?$/.test(path)).length;
}

async function checkNext(): Promise<void> {
  for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
    const { code, output } = await checkFolder(folder);
    process.stdout.write(output);
    if (code !== 0) failed.push(folder);
  }
}

function checkFolder(folder: string): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    const buildInfo = join(buildInfos, `${folder.replace('/', '-')}.tsbuildinfo`);
    const flags = ['--pretty', String(process.stdout.isTTY === true), '--incremental', '--tsBuildInfoFile', buildInfo];
    const child = spawn(process.execPath, [tsc, '-p', folder, ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', fail);
    child.once('close', (code) => done({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
