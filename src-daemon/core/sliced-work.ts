import { setImmediate as nextTick } from 'node:timers/promises';

/** How long the event loop is held at a time. */
const sliceMs = 8;

/** Work that can pause wherever it yields; between two of its pauses it takes well under a millisecond. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Does the work a few milliseconds at a time, so that the event loop serves others in between. @throws what it throws */
export async function doInSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const sliceEnd = performance.now() + sliceMs;
    let step = work.next();
    while (!step.done && performance.now() < sliceEnd) step = work.next();
    if (step.done) return step.value;
    await nextTick();
  }
}

/** Does the work at once, for what needs its result before the next turn of the event loop. @throws what it throws */
export function doAtOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Repeats a bounded piece of work until it returns true, and lets the event loop turn in between. */
export async function inSlices(work: () => boolean): Promise<void> {
  while (!work()) await nextTick();
}
