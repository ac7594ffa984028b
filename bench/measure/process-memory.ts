import { readFile } from 'node:fs/promises';

/** MiB of one process, from /proc (Linux). */
export interface ProcessMemory {
  /** Resident: all pages, those that other processes share as well. */
  rss: number;
  /** Shared pages count by their share. */
  pss: number;
  /** Pages of this process alone. */
  uss: number;
  /** Pages without a file behind them: the heaps. The rest of `rss` is mostly the program of Node itself. */
  anonymous: number;
}

export async function readProcessMemory(pid: number): Promise<ProcessMemory> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? Number.NaN) / 1024;
  return {
    rss: mib('Rss'),
    pss: mib('Pss'),
    uss: mib('Private_Clean') + mib('Private_Dirty'),
    anonymous: mib('Anonymous'),
  };
}
