import { afterEach, expect, test, vi } from 'vitest';
import { findAssets } from '../../../src-daemon/engine/embedded/assets.ts';
import type { Child } from '../../../src-daemon/engine/embedded/child.ts';
import {
  createChildDemand,
  createWarmChildren,
  runsAtOnce,
  type WarmChildren,
} from '../../../src-daemon/engine/embedded/warm-children.ts';
import { createStartWait } from '../../../src-daemon/engine/queue/start-wait.ts';
import { resourcesDir } from './embedded-fixture.ts';

const javascript = { interpreter: 'javascript', isFresh: false } as const;
const halfLifeMs = 60_000;
const patient = createStartWait(undefined, new AbortController().signal);

let children: WarmChildren | undefined;
afterEach(() => children?.close());

/** Real children, by a clock that the test sets. */
function startChildren() {
  const clock = { now: 0 };
  const demand = createChildDemand(() => clock.now);
  const failures: string[] = [];
  const maker = { assets: findAssets(resourcesDir), bwrap: undefined };
  children = createWarmChildren({ maker, demand, onFailure: (interpreter) => failures.push(interpreter) });
  return { warm: children, demand, clock, failures };
}

const isBooted = (warm: WarmChildren, ready: number) =>
  vi.waitFor(() => expect(warm.count()).toEqual({ ready, booting: 0 }), { timeout: 60_000, interval: 20 });

test('the target is a child of each interpreter without any run, and none while another engine is used', () => {
  const demand = createChildDemand(() => 0);
  expect(demand.keys().toSorted((a, b) => a.interpreter.localeCompare(b.interpreter))).toEqual([
    { interpreter: 'javascript' },
    { interpreter: 'python' },
  ]);
  demand.setActive(false);
  expect(demand.keys()).toEqual([]);
});

test('quick runs in a row want as many children, up to the runs at once, and one after the half-lives', () => {
  const clock = { now: 0 };
  const demand = createChildDemand(() => clock.now);
  const key = { interpreter: 'python', layer: '/packages/one.layer' } as const;
  for (let run = 1; run <= runsAtOnce + 3; run++) {
    demand.note(key);
    clock.now += 100;
    expect(demand.target(key)).toBe(Math.min(run, runsAtOnce, 8));
  }
  clock.now += 10 * halfLifeMs;
  expect(demand.target(key)).toBe(1);
  clock.now += 30 * halfLifeMs;
  expect(demand.target(key)).toBe(0);
});

test('three quick runs leave three booted children waiting, of which one stays', { timeout: 120_000 }, async () => {
  const { warm, demand, clock, failures } = startChildren();
  const used = await Promise.all([1, 2, 3].map(() => warm.take(javascript, patient)));
  for (const child of used) child.kill();
  warm.refill();
  // Three of JavaScript, and the one of Python.
  await isBooted(warm, 4);
  clock.now += 10 * halfLifeMs;
  warm.refill();
  expect(warm.count()).toEqual({ ready: 2, booting: 0 });
  demand.setActive(false);
  warm.refill();
  expect(warm.count()).toEqual({ ready: 0, booting: 0 });
  expect(failures).toEqual([]);
});

test('the run right after another gets a child that has booted before', { timeout: 120_000 }, async () => {
  const { warm } = startChildren();
  for (const child of await Promise.all([1, 2].map(() => warm.take(javascript, patient)))) child.kill();
  warm.refill();
  await isBooted(warm, 3);
  const taken: Child[] = [];
  // No boot ends in the same turn: each of the two waited already.
  void warm.take(javascript, patient).then((child) => taken.push(child));
  void warm.take(javascript, patient).then((child) => taken.push(child));
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toHaveLength(2);
  for (const child of taken) child.kill();
});
