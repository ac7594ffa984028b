import { readdirSync, readFileSync } from 'node:fs';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';
import { until } from '../../support/until.ts';

/** Code of a first cell: modules, and `one()`, which awaits a program. */
export const prepare = `import asyncio, concurrent.futures as futures, multiprocessing, os, subprocess, threading, time
forked = multiprocessing.get_context("fork")
async def one(*options, **named):
    program = await asyncio.create_subprocess_exec("sleep", "600", *options, **named)
    await program.wait()`;

/** Returns the states of the kernel's processes, such as S and Z. The kernel itself is not one of them. */
export function programsOf(kernel: KernelProcess): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const [state = '', parent, group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const isOwn = Number(parent) === kernel.pid || (Number(group) === kernel.pid && Number(pid) !== kernel.pid);
      return isOwn ? [state] : [];
    } catch {
      return [];
    }
  });
}

/** Runs a cell, interrupts it when it has so many programs and has printed that it is ready, and waits for its end. */
export async function interruptWith(kernel: KernelProcess, count: number, code: string): Promise<string> {
  const cell = kernel.run(code);
  await until(() => programsOf(kernel).length >= count);
  if (code.includes('print("ready")')) await kernel.printed('ready');
  return (await kernel.interrupt(cell)).status;
}
