import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessMemory } from '../measure/process-memory.ts';

const sampleMs = 20;
/** The daemon returns garbage to the system when it has rested for 10 to 15 s (`memory-trim.ts`). */
const restMs = 16_000;

export interface Growth {
  /** MiB, the highest sample during the work over the value before. */
  peakMib: number;
  /** MiB, the value right after the work over the value before. It includes garbage. */
  afterMib: number;
  /** Waits until the process is at rest. Returns MiB, the value then over the value before the work. */
  atRestMib(): Promise<number>;
}

/** Does some work and returns how much the anonymous memory of a process grew: its heaps and buffers. Linux only. */
export async function measureGrowth(pid: number, work: () => Promise<void>): Promise<Growth> {
  const readAnonymous = async () => (await readProcessMemory(pid)).anonymous;
  const before = await readAnonymous();
  let highest = before;
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    highest = Math.max(highest, await readAnonymous());
    await Promise.race([working.catch(() => undefined), sleep(sampleMs)]);
  }
  await working;
  const after = await readAnonymous();
  return {
    peakMib: Math.max(highest, after) - before,
    afterMib: after - before,
    atRestMib: () => sleep(restMs).then(async () => (await readAnonymous()) - before),
  };
}
