import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfRun } from '../../../scripts/test/run-folder.ts';
import type { TestFileRecord } from '../../../scripts/test/run-records.ts';
import type { Leftover } from './leftover.ts';

/** Lists the processes, mounts and files of a run that are still there after it. */
export function listMachineLeftovers(runFolder: string, records: readonly TestFileRecord[]): Leftover[] {
  return [...listProcesses(runFolder), ...listMounts(runFolder), ...listFiles(runFolder, records)];
}

/** Lists the processes that have a folder, or a path in it, as TMPDIR, as an argument or as working folder. */
export function listProcesses(folder: string): Leftover[] {
  if (process.platform !== 'linux') return [];
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return ids.flatMap((id) => {
    const command = readIfAny(`/proc/${id}/cmdline`).replaceAll('\0', ' ').trim();
    const texts = [command, readIfAny(`/proc/${id}/environ`), linkOf(`/proc/${id}/cwd`)];
    if (!texts.some((text) => text.includes(folder))) return [];
    return [{ description: `process ${id}: ${command}`, remove: async () => void process.kill(Number(id), 'SIGKILL') }];
  });
}

function listMounts(runFolder: string): Leftover[] {
  const points = readIfAny('/proc/self/mounts')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((point) => point.startsWith(`${runFolder}/`));
  return points.map((point) => ({
    description: `mount ${point}`,
    remove: async () => void execFileSync('umount', ['--lazy', point]),
  }));
}

function listFiles(runFolder: string, records: readonly TestFileRecord[]): Leftover[] {
  const names = readdirSync(runFolder).filter((name) => !filesOfRun.includes(name));
  return names.map((name) => {
    const path = join(runFolder, name);
    const maker = records.find(({ folder }) => folder === path)?.testPath;
    return {
      description: maker === undefined ? `file ${path}` : `folder ${path} of ${maker}`,
      remove: async () => rmSync(path, { recursive: true, force: true }),
    };
  });
}

function readIfAny(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has exited, or belongs to another user.
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
