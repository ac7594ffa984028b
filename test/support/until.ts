import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 25;

/** Asks until the answer is yes; a test's own time limit is the end of its patience. */
export async function until(question: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await question())) await sleep(pauseMs);
}
