import { readdirSync, readFileSync } from 'node:fs';
import { until } from '../../../support/until.ts';

/** Finds the remover process of a daemon, which is its child. */
export async function removerOf(daemonPid: number | undefined): Promise<number> {
  await until(() => findRemover(daemonPid) !== undefined);
  return findRemover(daemonPid) ?? Number.NaN;
}

export function findRemover(daemonPid: number | undefined): number | undefined {
  return processIds().find((id) => parentOf(id) === daemonPid && commandOf(id).includes('remover'));
}

export function isRunning(pid: number): boolean {
  return commandOf(pid) !== '';
}

/** Returns the resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}

/** Returns the environment variables and arguments that a process was started with. */
export function startOf(pid: number): { environment: string; command: string } {
  return { environment: readFileSync(`/proc/${pid}/environ`, 'utf8'), command: commandOf(pid) };
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Returns '' if the process does not exist, or has exited and is not reaped yet. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
