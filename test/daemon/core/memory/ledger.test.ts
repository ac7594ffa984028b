/** The ledger of the bytes that are held for accounts: who has room, and which connections are closed for it. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEventLog } from '../../../../src-daemon/core/event-log.ts';
import { createMemoryLedger } from '../../../../src-daemon/core/memory/ledger.ts';
import { UnreadError } from '../../../../src-daemon/core/memory/unread-error.ts';
import { createCurrentWork } from '../../../../src-daemon/work/current-work.ts';
import { createCurrentWorks } from '../../../../src-daemon/work/current-works.ts';
import { newAccountMemory } from '../../../support/memory/account-memory.ts';

const kibibyte = 1024;
const limitBytes = 1000 * kibibyte;
const full = expect.objectContaining({ code: 'account_memory_full', status: 429, retryAfterSeconds: 5 });

function newLedger() {
  let time = 0;
  const ledger = createMemoryLedger({ now: () => time, limitBytes });
  const closed: string[] = [];
  /** Adds a connection with 100 KiB, of which its client has taken nothing since `since`. */
  const connect = (accountId: number, name: string, since: number | undefined) => {
    const holding = ledger.of(accountId).take(100 * kibibyte);
    const remove = ledger.of(accountId).addReclaimable({
      idleSince: () => since,
      reclaim: () => {
        closed.push(name);
        remove();
        holding.release();
      },
    });
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { ledger, closed, connect, pass };
}

describe('an account', () => {
  it('that is alone has room for half of the memory', () => {
    const memory = newAccountMemory(limitBytes);
    const holding = memory.take(500 * kibibyte);
    expect(() => memory.require(17 * kibibyte)).toThrow(full);
    holding.shrink(20 * kibibyte);
    memory.require(17 * kibibyte);
    holding.release();
    expect(() => holding.grow(900 * kibibyte)).not.toThrow();
    memory.require(500 * kibibyte);
  });

  it('that is full leaves room for others, however many are full', () => {
    const { ledger } = newLedger();
    for (let accountId = 1; accountId <= 4; accountId++) {
      const holding = ledger.of(accountId).open();
      while (holding.tryGrow(kibibyte));
    }
    ledger.of(6).require(30 * kibibyte);
    expect(ledger.heldBytes()).toBeLessThan(limitBytes);
  });

  it('without room gets small answers, so that it can look and delete', () => {
    const memory = newAccountMemory(limitBytes);
    memory.take(500 * kibibyte);
    memory.take(16 * kibibyte);
    expect(() => memory.take(17 * kibibyte)).toThrow(full);
  });
});

describe('connections that have left bytes unread for 60 s', () => {
  it('are closed when room is needed, the oldest first, and no more than needed', () => {
    const { ledger, closed, connect, pass } = newLedger();
    connect(1, 'second', 2);
    connect(1, 'first', 1);
    connect(1, 'third', 3);
    pass(70_000);
    ledger.of(1).require(200 * kibibyte);
    expect(closed).toEqual([]);
    ledger.of(1).require(300 * kibibyte);
    expect(closed).toEqual(['first']);
  });

  it('are not closed before, nor with nothing to take', () => {
    const { ledger, closed, connect, pass } = newLedger();
    for (let count = 0; count < 4; count++) connect(1, `idle ${count}`, undefined);
    pass(120_000);
    connect(2, 'reads', 110_000);
    expect(() => ledger.of(1).require(300 * kibibyte)).toThrow(full);
    expect(closed).toEqual([]);
  });

  it('of others are closed for an account that holds less than its part only', () => {
    const { ledger, closed, connect, pass } = newLedger();
    for (let count = 0; count < 5; count++) connect(1, String(count), 0);
    connect(2, 'own', 69_000);
    pass(70_000);
    ledger.of(2).require(240 * kibibyte);
    expect(closed).toEqual(['0', '1']);
    ledger.of(2).take(240 * kibibyte);
    expect(() => ledger.of(2).require(400 * kibibyte)).toThrow(full);
    expect(closed).toEqual(['0', '1']);
  });
});

it('room is waited for, until something is released', async () => {
  const { ledger } = newLedger();
  const holding = ledger.of(1).take(450 * kibibyte);
  const stop = new AbortController();
  const waits = ledger.of(1).whenFree(100 * kibibyte, stop.signal);
  const stopped = ledger.of(1).whenFree(900 * kibibyte, stop.signal);
  stop.abort(new Error('left'));
  await expect(stopped).rejects.toThrow('left');
  await expect(waits).rejects.toThrow('left');
  const next = ledger.of(1).whenFree(100 * kibibyte, new AbortController().signal);
  holding.release();
  await next;
});

describe('without room', () => {
  it('ended work that is stored elsewhere, or was not streamed, is removed; what a client follows or awaits stays', async () => {
    const ledger = createMemoryLedger({ now: Date.now, limitBytes });
    const memory = ledger.of(1);
    const works = createCurrentWorks();
    const addEnded = (id: string, { isKept = false, graceMs = 0, reason = undefined as unknown, follows = false }) => {
      const work = { ...createCurrentWork({ id, accountId: 1, credentialId: 'key', memory }), isKept: () => isKept };
      works.add(work);
      const client = new AbortController();
      work.attach(client.signal, graceMs);
      work.append({ event: 'finished', data: { stdout: 'x'.repeat(60 * kibibyte) } });
      work.end();
      if (!follows) client.abort(reason);
    };
    addEnded('answered', {});
    addEnded('stored', { isKept: true, graceMs: 1 });
    addEnded('dropped', { graceMs: 1 });
    addEnded('awaited', { isKept: true, graceMs: 1, reason: new UnreadError() });
    addEnded('followed', { isKept: true, graceMs: 1, follows: true });
    await nextTick();
    const left = () =>
      ['answered', 'stored', 'dropped', 'awaited', 'followed'].filter((id) => works.find(1, id) !== undefined);
    memory.require(230 * kibibyte);
    expect(left()).toEqual(['stored', 'dropped', 'awaited', 'followed']);
    memory.require(300 * kibibyte);
    expect(() => memory.require(400 * kibibyte)).toThrow(full);
    expect(left()).toEqual(['dropped', 'awaited', 'followed']);
  });

  it('a list of events drops its oldest ones', () => {
    const memory = newAccountMemory(limitBytes);
    const events = createEventLog({ stdout: 900 * kibibyte }, memory.open());
    memory.take(400 * kibibyte);
    for (let count = 0; count < 300; count++) events.append('stdout', { text: 'x'.repeat(kibibyte) });
    expect(events.heldBytes()).toBeLessThan(101 * kibibyte);
    expect(events.after(0)?.id).toBeGreaterThan(200);
  });
});

it('an object that several events have is counted once', () => {
  const events = createEventLog();
  const file = { content: 'x'.repeat(1000) };
  events.append('file', file);
  events.append('finished', { stdout: 'y', files: [file] });
  expect(events.heldBytes()).toBe(1001);
});
