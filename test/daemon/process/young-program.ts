/** Makes many objects of which some live on; prints the largest young generation, in MiB. `limited` limits it. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { limitYoungGeneration } from '../../../src-daemon/process/young-generation.ts';

const stop = process.argv[2] === 'limited' ? limitYoungGeneration() : () => undefined;
const kept: object[] = [];
let largest = 0;
for (let round = 0; round < 300; round++) {
  kept.push(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `x${index}` })));
  if (kept.length > 30) kept.shift();
  await nextTick();
  const size = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
  largest = Math.max(largest, size / 2 ** 20);
}
stop();
process.stdout.write(`${largest}\n`);
