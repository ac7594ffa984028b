/** The events of a work in memory, and what is dropped of them. */
import { describe, expect, it } from 'vitest';
import { createEventLog } from '../../../src-daemon/core/event-log.ts';

type EventLog = ReturnType<typeof createEventLog>;

function allAfter(log: EventLog, id: number) {
  const found = [];
  for (let event = log.after(id); event !== undefined; event = log.after(event.id)) found.push(event);
  return found;
}

describe('an event log', () => {
  it('returns the events after an id in order', () => {
    const log = createEventLog();
    for (const text of ['a', 'b', 'c']) log.append('stdout', { text });
    expect(allAfter(log, 0).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(log.after(1)).toEqual({ id: 2, event: 'stdout', data: { text: 'b' } });
    expect(log.after(3)).toBeUndefined();
    expect(log.after(1_000_000)).toBeUndefined();
  });

  it('drops the oldest events of a limited name, and only these', () => {
    const log = createEventLog({ stdout: 1000 });
    log.append('started', { pid: 1 });
    log.append('stderr', { text: 'kept' });
    for (let count = 0; count < 50_000; count++) log.append('stdout', { text: `line ${count}\n` });
    const events = allAfter(log, 0);
    expect(events.slice(0, 2).map(({ id, event }) => [id, event])).toEqual([
      [1, 'started'],
      [2, 'stderr'],
    ]);
    expect(events.length).toBeLessThan(2 + 1000 / 64);
    expect(events.at(-1)).toEqual({ id: 50_002, event: 'stdout', data: { text: 'line 49999\n' } });
    expect(log.heldBytes()).toBeLessThan(1000);
  });

  it('keeps the newest event even if it alone exceeds the limit', () => {
    const log = createEventLog({ stdout: 10 });
    log.append('stdout', { text: 'x'.repeat(100) });
    expect(allAfter(log, 0)).toHaveLength(1);
  });

  it('continues after a dropped event with the next stored one', () => {
    const log = createEventLog({ stdout: 200 });
    for (let count = 0; count < 10; count++) log.append('stdout', { text: 'x' });
    const first = log.after(0)?.id ?? 0;
    expect(first).toBeGreaterThan(1);
    expect(log.after(1)?.id).toBe(first);
  });
});
