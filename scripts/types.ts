/**
 * Checks the types of every room by the room's own tsconfig, two at a time, and prints all that is wrong. What tsc learnt
 * stays in .cache/types, so that the next check reads only what has changed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const waiting = findRooms();
const failed: string[] = [];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, checkNext));
process.stderr.write(failed.length === 0 ? 'types: every room is sound\n' : `types: errors in ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function findRooms(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((found) => found.isDirectory() && existsSync(join(root, found.name, 'tsconfig.json')))
    .map((found) => found.name)
    .filter(hasSources);
}

function hasSources(room: string): boolean {
  // tsc takes a room without a source for an error.
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).some((path) => /\.tsx?$/.test(path));
}

async function checkNext(): Promise<void> {
  for (let room = waiting.shift(); room; room = waiting.shift()) {
    const { code, output } = await runTsc(room);
    process.stdout.write(output);
    if (code !== 0) failed.push(room);
  }
}

function runTsc(room: string): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const kept = join(root, '.cache/types', `${room}.tsbuildinfo`);
    const flags = ['--pretty', String(process.stdout.isTTY === true), '--incremental', '--tsBuildInfoFile', kept];
    const child = spawn(process.execPath, [tsc, '-p', room, ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', fail);
    child.once('close', (code) => done({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
