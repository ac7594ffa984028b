/** Time for which a run waits for its clients, with fake timers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnreadError } from '../../../src-daemon/core/memory/unread-error.ts';
import { createCurrentRun } from '../../../src-daemon/executions/current-run.ts';
import { resumeGraceMs } from '../../../src-daemon/work/current-work.ts';
import { createCurrentWorks } from '../../../src-daemon/work/current-works.ts';
import { lastingMs } from '../../../src-daemon/work/work-clients.ts';
import { newAccountMemory } from '../../support/memory/account-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function newRun() {
  const live = createCurrentRun({ id: 'run_x', accountId: 1, credentialId: 'key', memory: newAccountMemory() });
  const isCancelled = () => live.cancellation.signal.aborted;
  const come = (graceMs: number) => {
    const client = new AbortController();
    live.attach(client.signal, graceMs);
    return () => client.abort();
  };
  return { live, isCancelled, come };
}

describe('a run whose stream was dropped', () => {
  it('continues for 60 s and is then cancelled', () => {
    const { isCancelled, come } = newRun();
    come(resumeGraceMs)();
    vi.advanceTimersByTime(59_999);
    expect(isCancelled()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isCancelled()).toBe(true);
  });

  it('continues when it is resumed in time', () => {
    const { isCancelled, come } = newRun();
    come(resumeGraceMs)();
    vi.advanceTimersByTime(59_000);
    const leave = come(resumeGraceMs);
    vi.advanceTimersByTime(600_000);
    expect(isCancelled()).toBe(false);
    leave();
    vi.advanceTimersByTime(60_000);
    expect(isCancelled()).toBe(true);
  });

  it('continues as long as one of several clients follows it', () => {
    const { isCancelled, come } = newRun();
    const [leaveFirst, leaveSecond] = [come(resumeGraceMs), come(resumeGraceMs)];
    leaveFirst();
    vi.advanceTimersByTime(120_000);
    expect(isCancelled()).toBe(false);
    leaveSecond();
    vi.advanceTimersByTime(60_000);
    expect(isCancelled()).toBe(true);
  });

  it('is not cancelled after its end', () => {
    const { live, isCancelled, come } = newRun();
    come(resumeGraceMs)();
    live.end();
    vi.advanceTimersByTime(120_000);
    expect(isCancelled()).toBe(false);
  });
});

describe('a run whose JSON request was dropped', () => {
  it('continues, also after a client that followed its stream', () => {
    const { isCancelled, come } = newRun();
    come(lastingMs)();
    vi.advanceTimersByTime(600_000);
    expect(isCancelled()).toBe(false);
    come(resumeGraceMs)();
    vi.advanceTimersByTime(600_000);
    expect(isCancelled()).toBe(false);
  });
});

describe('work that belongs to its request', () => {
  it('is cancelled at once', () => {
    const { isCancelled, come } = newRun();
    come(0)();
    expect(isCancelled()).toBe(true);
  });

  it('before it was there is cancelled as well', () => {
    const { live, isCancelled } = newRun();
    live.attach(AbortSignal.abort(), 0);
    expect(isCancelled()).toBe(true);
  });
});

describe('a run whose stream the daemon has closed, because its client did not read', () => {
  it('is not cancelled', async () => {
    const { live, isCancelled } = newRun();
    const client = new AbortController();
    live.attach(client.signal, resumeGraceMs);
    client.abort(new UnreadError());
    await vi.advanceTimersByTimeAsync(10 * resumeGraceMs);
    expect([isCancelled(), live.isAwaited()]).toEqual([false, true]);
  });

  it('stays in memory for 15 minutes after its end, and longer for a client that follows it', async () => {
    const { live } = newRun();
    const works = createCurrentWorks<typeof live>();
    works.add(live);
    const client = new AbortController();
    live.attach(client.signal, resumeGraceMs);
    live.end();
    await vi.advanceTimersByTimeAsync(20 * resumeGraceMs);
    expect(works.find(1, live.id)).toBe(live);
    client.abort();
    await vi.advanceTimersByTimeAsync(2 * resumeGraceMs);
    expect(works.find(1, live.id)).toBeUndefined();
    const other = newRun().live;
    works.add(other);
    const late = new AbortController();
    other.attach(late.signal, resumeGraceMs);
    other.end();
    late.abort(new UnreadError());
    await vi.advanceTimersByTimeAsync(14 * resumeGraceMs);
    expect(works.find(1, other.id)).toBe(other);
    await vi.advanceTimersByTimeAsync(3 * resumeGraceMs);
    expect(works.find(1, other.id)).toBeUndefined();
  });
});
