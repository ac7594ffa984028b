import { readdirSync, readFileSync } from 'node:fs';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';

/** Returns the command lines of all processes below a kernel. */
export function programsBelow({ pid }: Pick<KernelProcess, 'pid'>): string[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const found = [pid];
  for (const parent of found) found.push(...all.filter((one) => one.parent === parent).map((one) => one.pid));
  return all.filter((one) => one.pid !== pid && found.includes(one.pid)).map(({ command }) => command);
}

function readProcess(name: string): { pid: number; parent: number; command: string }[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return [];
    const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').split('\0').join(' ').trim();
    return [{ pid: Number(name), parent: Number(parent), command }];
  } catch {
    // The process has exited.
    return [];
  }
}

/** Interrupts a cell after it has printed a line `started`, and returns its status. */
export async function interruptStarted(kernel: KernelProcess, code: string): Promise<string> {
  const count = () => kernel.stdout().split('started\n').length;
  const before = count();
  const cell = kernel.run(code);
  while (count() === before) await new Promise((resolve) => setTimeout(resolve, 5));
  kernel.send('interrupt', '');
  return (await cell).status;
}
