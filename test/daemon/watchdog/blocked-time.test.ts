import { expect, it } from 'vitest';
import { createBlockedTime } from '../../../src-daemon/watchdog/blocked-time.ts';

const tickMs = 500;

it('adds up the ticks at which the loop has not turned, and begins again when it turns', () => {
  const blocked = createBlockedTime(tickMs, 0);
  expect(blocked.tick(1, 500)).toBe(0);
  expect(blocked.tick(1, 1000)).toBe(500);
  expect(blocked.tick(1, 1500)).toBe(1000);
  expect(blocked.tick(2, 2000)).toBe(0);
  expect(blocked.tick(2, 2500)).toBe(500);
});

it('adds one interval for a tick that comes late, however late it is', () => {
  const blocked = createBlockedTime(tickMs, 0);
  blocked.tick(1, 500);
  expect(blocked.tick(1, 3_600_000)).toBe(500);
  expect(blocked.tick(1, 3_600_500)).toBe(1000);
});

it('adds the time that passed for a tick that comes early', () => {
  const blocked = createBlockedTime(tickMs, 0);
  blocked.tick(1, 500);
  expect(blocked.tick(1, 700)).toBe(200);
});
