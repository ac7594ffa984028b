import { expect, test } from 'vitest';
import { createTraceKeeper } from '../../../../src-daemon/engine/docker/link/engine-trace.ts';

const silent = { isInstalled: true, isStarting: true };
const closed = { isInstalled: true, isStarting: false };
const absent = { isInstalled: false, isStarting: false };

function keeper() {
  const clock = { ms: 0 };
  return { clock, trace: createTraceKeeper(() => clock.ms) };
}

test('a socket that does not answer is an engine that starts, for 60 s', () => {
  const { clock, trace } = keeper();
  expect(trace.noAnswer(silent)).toBe(true);
  clock.ms = 30_000;
  expect(trace.noAnswer(silent)).toBe(true);
  expect(trace.read()).toEqual({ isSeen: true, startingSince: 0 });
  clock.ms = 60_000;
  expect(trace.noAnswer(silent)).toBe(false);
});

test('a machine without a socket has no engine', () => {
  const { trace } = keeper();
  expect(trace.noAnswer(absent)).toBe(false);
  expect(trace.read()).toEqual({ isSeen: false });
});

test('a socket that refuses belongs to an engine that is stopped', () => {
  const { trace } = keeper();
  expect(trace.noAnswer(closed)).toBe(false);
  expect(trace.read()).toEqual({ isSeen: true });
});

test('an engine that fell silent hangs, until its socket was closed', () => {
  const { trace } = keeper();
  trace.found();
  trace.ready();
  trace.lost();
  expect(trace.noAnswer(silent)).toBe(false);
  expect(trace.noAnswer(closed)).toBe(false);
  expect(trace.noAnswer(silent)).toBe(true);
});

test('an engine that could not be prepared is not waited for again before it became ready', () => {
  const { trace } = keeper();
  expect(trace.found()).toBe(true);
  trace.failed();
  expect(trace.found()).toBe(false);
  expect(trace.read()).toEqual({ isSeen: true });
  trace.ready();
  expect(trace.found()).toBe(true);
});
