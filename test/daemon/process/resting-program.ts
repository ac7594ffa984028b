/** A program that grows and then rests or works on, for memory-trim.test.ts; prints its heap in MiB. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { startMemoryTrim } from '../../../src-daemon/process/memory-trim.ts';

const mebibyte = 2 ** 20;
const [mode = 'rest'] = process.argv.slice(2);
const heapMib = () => Math.round(getHeapStatistics().total_physical_size / mebibyte);

startMemoryTrim({ lookMs: 100, restLooks: 2, busyShare: 0.2, worthBytes: 12 * mebibyte });
let kept: object[] | undefined = Array.from({ length: 1_000_000 }, (_, index) => ({ index, more: [index] }));
const grown = heapMib();
process.stdout.write(`${kept.length}\n`);
kept = undefined;
const until = performance.now() + 1500;
while (performance.now() < until) {
  // Half of the time, without garbage.
  const pauseAt = performance.now() + 20;
  while (mode === 'work' && performance.now() < pauseAt);
  await sleep(20);
}
process.stdout.write(`${JSON.stringify({ grown, after: heapMib() })}\n`);
