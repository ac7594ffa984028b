/** The idle end and the end of the lifetime of a sandbox, with a clock of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createExpiry } from '../../../../src-daemon/sandboxes/life/expiry.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const createdAt = Date.parse('2026-01-01T00:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: createdAt });
});
afterEach(() => {
  vi.useRealTimers();
});

function start(limits = { idleTimeoutMs: 15 * minuteMs, maxLifetimeMs: 60 * minuteMs }) {
  const ends: [reason: string, afterMs: number][] = [];
  const onExpired = (reason: string) => void ends.push([reason, Date.now() - createdAt]);
  return { ends, expiry: createExpiry({ createdAt, limits, now: Date.now, onExpired }) };
}

describe('the time of a sandbox', () => {
  it('ends exactly after the idle time, once', () => {
    const { ends, expiry } = start();
    expect(expiry.expiresAt()).toBe(createdAt + 15 * minuteMs);
    vi.advanceTimersByTime(15 * minuteMs - 1);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(60 * minuteMs);
    expect(ends).toEqual([['idle', 15 * minuteMs]]);
  });

  it('is not idle during a use; the idle time begins at the end of the last one', () => {
    const { ends, expiry } = start();
    vi.advanceTimersByTime(minuteMs);
    const [first, second] = [expiry.beginUse(), expiry.beginUse()];
    vi.advanceTimersByTime(20 * minuteMs);
    first();
    first();
    vi.advanceTimersByTime(10 * minuteMs + 123);
    second();
    expect(expiry.expiresAt()).toBe(createdAt + 46 * minuteMs + 123);
    vi.advanceTimersByTime(60 * minuteMs);
    expect(ends).toEqual([['idle', 46 * minuteMs + 123]]);
  });

  it('is idle while it is paused, although a use is in progress, and not after it is resumed', () => {
    const { ends, expiry } = start();
    const leave = expiry.beginUse();
    vi.advanceTimersByTime(20 * minuteMs);
    expiry.setPaused(true);
    expect(expiry.expiresAt()).toBe(createdAt + 35 * minuteMs);
    vi.advanceTimersByTime(10 * minuteMs);
    expiry.setPaused(false);
    vi.advanceTimersByTime(20 * minuteMs);
    expect(ends).toEqual([]);
    expiry.setPaused(true);
    leave();
    vi.advanceTimersByTime(60 * minuteMs);
    expect(ends).toEqual([['lifetime', 60 * minuteMs]]);
    const other = start({ idleTimeoutMs: 15 * minuteMs, maxLifetimeMs: 600 * minuteMs });
    const since = Date.now() - createdAt;
    other.expiry.beginUse();
    other.expiry.setPaused(true);
    vi.advanceTimersByTime(60 * minuteMs);
    expect(other.ends).toEqual([['idle', since + 15 * minuteMs]]);
  });

  it('ends with the lifetime even during a use', () => {
    const { ends, expiry } = start();
    expiry.beginUse();
    vi.advanceTimersByTime(59 * minuteMs);
    expect(expiry.expiresAt()).toBe(createdAt + 60 * minuteMs);
    vi.advanceTimersByTime(10 * minuteMs);
    expect(ends).toEqual([['lifetime', 60 * minuteMs]]);
  });

  it('is extended and shortened', () => {
    const { ends, expiry } = start();
    expiry.change({ idleTimeoutMs: 40 * minuteMs });
    vi.advanceTimersByTime(39 * minuteMs);
    expect(ends).toEqual([]);
    expiry.change({ maxLifetimeMs: 39 * minuteMs + 10 * secondMs });
    vi.advanceTimersByTime(minuteMs);
    expect(ends).toEqual([['lifetime', 39 * minuteMs + 10 * secondMs]]);
  });

  it('ends within 30 s of a clock that jumped over the end, as after the sleep of a computer', () => {
    const { ends } = start();
    vi.setSystemTime(createdAt + 120 * minuteMs);
    vi.advanceTimersByTime(30 * secondMs);
    expect(ends).toEqual([['lifetime', 120 * minuteMs + 30 * secondMs]]);
  });

  it('does not end after a stop', () => {
    const { ends, expiry } = start();
    const leave = expiry.beginUse();
    expiry.stop();
    leave();
    vi.advanceTimersByTime(120 * minuteMs);
    expect(ends).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('resolves when no use is in progress any more', async () => {
    const { expiry } = start();
    await expiry.unused();
    const leave = expiry.beginUse();
    let isUnused = false;
    const waiting = expiry.unused().then(() => {
      isUnused = true;
    });
    await Promise.resolve();
    expect(isUnused).toBe(false);
    leave();
    await waiting;
  });
});
