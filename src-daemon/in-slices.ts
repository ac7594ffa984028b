import { setImmediate } from 'node:timers/promises';

/** Repeats a bounded piece of work until it returns true, and lets the event loop turn in between. */
export async function inSlices(work: () => boolean): Promise<void> {
  while (!work()) await setImmediate();
}
