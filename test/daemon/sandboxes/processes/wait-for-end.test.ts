/** The wait for the end of a process that outlives it. */
import { describe, expect, it } from 'vitest';
import { waitAtMost } from '../../../../src-daemon/sandboxes/processes/processes.service.ts';

const minuteMs = 60_000;

/** A process that ends when the test says so. */
function runningProcess() {
  const listeners = new Set<() => void>();
  return {
    onEnded(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end: () => {
      for (const listener of listeners) listener();
    },
    countListeners: () => listeners.size,
  };
}

describe('the wait for a process', () => {
  it('ends with the process', async () => {
    const process = runningProcess();
    const wait = waitAtMost(process, minuteMs, new AbortController().signal);
    process.end();
    await wait;
    expect(process.countListeners()).toBe(0);
  });

  it('ends after its time, and leaves no listener at the process', async () => {
    const process = runningProcess();
    await Promise.all(Array.from({ length: 100 }, () => waitAtMost(process, 1, new AbortController().signal)));
    expect(process.countListeners()).toBe(0);
  });

  it('ends when the client leaves, and leaves no listener at the process', async () => {
    const process = runningProcess();
    const leaving = new AbortController();
    const wait = waitAtMost(process, minuteMs, leaving.signal);
    leaving.abort();
    await wait;
    expect(process.countListeners()).toBe(0);
  });

  it('ends at once for a client that left before it began', async () => {
    const process = runningProcess();
    await waitAtMost(process, minuteMs, AbortSignal.abort());
    expect(process.countListeners()).toBe(0);
  });
});
