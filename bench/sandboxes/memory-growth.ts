import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessMemory } from '../measure/process-memory.ts';

const sampleMs = 20;

export interface Growth {
  /** MiB, the highest sample during the work over the value before. */
  peakMib: number;
  /** MiB, the value after the work over the value before. */
  keptMib: number;
}

/** Does some work and returns how much the anonymous memory of a process grew: its heaps and buffers. Linux only. */
export async function measureGrowth(pid: number, work: () => Promise<void>): Promise<Growth> {
  const { anonymous: before } = await readProcessMemory(pid);
  let highest = before;
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    highest = Math.max(highest, (await readProcessMemory(pid)).anonymous);
    await Promise.race([working.catch(() => undefined), sleep(sampleMs)]);
  }
  await working;
  const { anonymous: after } = await readProcessMemory(pid);
  return { peakMib: Math.max(highest, after) - before, keptMib: after - before };
}
