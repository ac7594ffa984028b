import { vi } from 'vitest';

/** Stops the clock and the timers of the page; the event loop runs on. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
}

/** Moves the stopped clock, and waits for the requests that its timers send. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

/** Waits until the requests that are answered in this process have come to their end. */
export async function settle(): Promise<void> {
  for (let loop = 0; loop < 10; loop++) await new Promise((resolve) => setImmediate(resolve));
}

/** Moves the stopped clock by 1 ms at a time, at most 100, until a condition holds. */
export async function passUntil(isReady: () => boolean): Promise<void> {
  for (let passed = 0; passed < 100 && !isReady(); passed++) await pass(1);
}

/** Waits for the first request of a page, which follows the check of the daemon's identity in a thread. */
export async function settleUntil(isReady: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isReady() && performance.now() < end) await settle();
}
