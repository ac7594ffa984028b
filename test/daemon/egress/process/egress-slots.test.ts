/** The slots of the egress processes: accounts get them in rotation, sandboxes never get all of them. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EgressPolicy } from '../../../../src-daemon/egress/policy.ts';
import { createEgressSlots, type EgressSlot } from '../../../../src-daemon/egress/process/egress-slots.ts';
import { enterEgressSlot } from '../../../../src-daemon/engine/queue/enter-egress-slot.ts';

function openSlots(limit = 8) {
  const slots = createEgressSlots(limit);
  const started: { name: string; slot: EgressSlot }[] = [];
  const stop = new AbortController();
  /** Enters as the account of the first letter. */
  const enter = (name: string, { isHeld = false, signal = stop.signal } = {}) => {
    const entered = slots.enter({ fairnessKey: name[0], isHeld, signal });
    return entered.then((slot) => void started.push({ name, slot }));
  };
  const run = (...names: string[]) => {
    for (const name of names) enter(name).catch(() => undefined);
    return nextTick();
  };
  const names = () => started.map(({ name }) => name);
  const end = async (name: string) => {
    started.find((one) => one.name === name)?.slot.leave();
    await nextTick();
  };
  return { enter, run, names, end };
}

describe('the runs', () => {
  it('of an account that is alone have all slots; others wait, and a client that leaves no longer does', async () => {
    const { enter, run, names, end } = openSlots(2);
    await run('a1', 'a2', 'a3');
    expect(names()).toEqual(['a1', 'a2']);
    const leaving = new AbortController();
    const left = enter('a4', { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await run('a5');
    await end('a1');
    await end('a2');
    expect(names()).toEqual(['a1', 'a2', 'a3', 'a5']);
  });

  it('of several accounts get slots in rotation, and one account three quarters of them at most', async () => {
    const { run, names, end } = openSlots();
    await run(...Array.from({ length: 20 }, (_, index) => `a${index}`), 'b1', 'b2', 'b3');
    expect(names()).toHaveLength(8);
    for (const name of ['a0', 'a1', 'a2']) await end(name);
    // With 6 slots, account a has its share again.
    expect(names().slice(8)).toEqual(['b1', 'b2', 'a8']);
    await end('b1');
    expect(names().at(-1)).toBe('b3');
    await end('b2');
    expect(names()).toHaveLength(12);
    await run('c1', 'c2');
    expect(names().slice(12)).toEqual(['c1']);
  });
});

describe('live sandboxes', () => {
  const held = { isHeld: true };

  it('have at most half of the slots, so that runs have the others', async () => {
    const { enter, run, names } = openSlots();
    for (let index = 0; index < 4; index++) await enter(`a${index}`, held);
    await expect(enter('a4', held)).rejects.toMatchObject({
      code: 'egress_unavailable',
      message: expect.stringContaining('4 of 4 slots'),
    });
    await run('a5', 'a6', 'a7', 'a8', 'a9');
    expect(names()).toHaveLength(8);
  });

  it('of one account leave a slot for those of another, once there is one', async () => {
    const { enter, run, names } = openSlots();
    await run('b1');
    for (let index = 0; index < 3; index++) await enter(`a${index}`, held);
    await expect(enter('a3', held)).rejects.toMatchObject({ code: 'egress_unavailable' });
    await enter('b2', held);
    expect(names()).toEqual(['b1', 'a0', 'a1', 'a2', 'b2']);
  });

  it('wait for a slot that a run has', async () => {
    const { enter, run, names, end } = openSlots(2);
    await run('a1', 'a2');
    const waiting = enter('a3', held);
    await expect(enter('a4', held)).rejects.toMatchObject({ code: 'egress_unavailable' });
    await end('a1');
    await waiting;
    await end('a3');
    await end('a3');
    expect(names()).toEqual(['a1', 'a2', 'a3']);
    await enter('a5', held);
  });
});

it('a run without rules needs no slot; one that is cancelled while it waits has none', async () => {
  const slots = createEgressSlots(1);
  const { signal } = new AbortController();
  const network = { rules: [], onBlocked: 'deny', secrets: [], extraCa: '', proxy: undefined } as EgressPolicy;
  const first = await enterEgressSlot(slots, { network }, signal);
  await enterEgressSlot(slots, { network: 'full' }, signal);
  const cancel = new AbortController();
  const waits = expect(enterEgressSlot(slots, { network }, cancel.signal)).rejects.toThrow('cancelled');
  cancel.abort(new Error('cancelled'));
  await waits;
  first.leave();
  const { leave } = await slots.enter({ isHeld: false, signal });
  leave();
});
