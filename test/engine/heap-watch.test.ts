import { expect, test } from 'vitest';
import { createHeapWatch } from '../../src-daemon/engine/heap-watch.ts';

const v8 = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0x…';
const java = 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n\tat Main.main(Main.java:1)';

test.each([
  { what: 'V8', stderr: v8, ending: { exitCode: null, signal: 'SIGABRT' }, isFull: true },
  { what: 'V8 below a shell', stderr: v8, ending: { exitCode: 134, signal: null }, isFull: true },
  { what: 'V8 whose message another program prints', stderr: v8, ending: { exitCode: 0, signal: null }, isFull: false },
  { what: 'Java', stderr: java, ending: { exitCode: 1, signal: null }, isFull: true },
  { what: 'Java that continues', stderr: java, ending: { exitCode: 0, signal: null }, isFull: false },
  {
    what: 'an abort for another reason',
    stderr: 'assertion failed',
    ending: { exitCode: null, signal: 'SIGABRT' },
    isFull: false,
  },
])('the heap of $what', ({ stderr, ending, isFull }) => {
  for (const size of [1, 7, 4096]) {
    const watch = createHeapWatch();
    const bytes = Buffer.from(stderr);
    for (let at = 0; at < bytes.length; at += size) watch.push(bytes.subarray(at, at + size));
    expect(watch.hasEnded(ending)).toBe(isFull);
  }
});
