import { setImmediate as nextTick } from 'node:timers/promises';

/** Maximum time of one slice on the event loop. */
const sliceMs = 8;

/** Work that can pause at each `yield`. Between two of them it takes far less than a millisecond. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Does the work in slices of a few milliseconds, between which the event loop runs. @throws the errors of the work */
export async function doInSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const sliceEnd = performance.now() + sliceMs;
    let step = work.next();
    while (!step.done && performance.now() < sliceEnd) step = work.next();
    if (step.done) return step.value;
    await nextTick();
  }
}

/** Does the work without a pause, for callers that need the result in the same tick. @throws the errors of the work */
export function doAtOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Repeats a short piece of work until it returns true. The event loop runs in between. */
export async function inSlices(work: () => boolean): Promise<void> {
  while (!work()) await nextTick();
}
