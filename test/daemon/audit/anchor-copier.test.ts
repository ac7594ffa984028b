import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnchorCopier } from '../../../src-daemon/audit/anchor-copier.ts';
import { createAuditRecorder } from '../../../src-daemon/audit/record-audit.ts';
import { type Database, openDatabase } from '../../../src-daemon/db/database.ts';

const writeHead = () => undefined;
let folder: string;
let database: Database;
let errors: string[];
const subject = { accountId: 1, client: { ipAddress: '127.0.0.1', userAgent: null, source: 'api' } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  folder = mkdtempSync(join(tmpdir(), 'anchor-'));
  database = openDatabase({ path: join(folder, 'a.db'), key: new Uint8Array(32).fill(1) });
  errors = [];
});

afterEach(() => {
  vi.useRealTimers();
  database.close();
});

/** A key store that remembers every text it was given. */
function openStore(first?: string) {
  const written = first === undefined ? [] : [first];
  const store = {
    written,
    fault: undefined as Error | undefined,
    readAnchor: async () => written.at(-1),
    writeAnchor: async (text: string) => {
      if (store.fault) throw store.fault;
      written.push(text);
    },
  };
  return store;
}

function open(store: ReturnType<typeof openStore>) {
  const copier = createAnchorCopier({
    database,
    store,
    log: { warn: () => undefined, error: (_, message) => void errors.push(message) },
  });
  const chainKey = new Uint8Array(32).fill(2);
  const record = createAuditRecorder({ chainKey, now: () => 0, onRecorded: copier.notice, writeHead });
  const add = (count: number) => {
    for (let index = 0; index < count; index++)
      database.transaction((db) => record(db, subject, { action: 'secret.list', metadata: {} }));
  };
  return { copier, add };
}

const seqs = (store: ReturnType<typeof openStore>) => store.written.map((text) => Number(text.split(':')[0]));

describe('the head of the audit log', () => {
  test('is copied after the commit, at most every two seconds, and the newest one', async () => {
    const store = openStore();
    const { add } = open(store);
    add(1);
    expect(seqs(store)).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(seqs(store)).toEqual([1]);
    add(5);
    await vi.advanceTimersByTimeAsync(1999);
    expect(seqs(store)).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seqs(store)).toEqual([1, 6]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seqs(store)).toEqual([1, 6]);
  });

  test('is copied once more at a stop', async () => {
    const store = openStore();
    const { add, copier } = open(store);
    add(1);
    await vi.advanceTimersByTimeAsync(0);
    add(1);
    await copier.stop();
    expect(seqs(store)).toEqual([1, 2]);
  });

  test('that was rolled back with its transaction is not copied', async () => {
    const store = openStore();
    const { add, copier } = open(store);
    add(1);
    await vi.advanceTimersByTimeAsync(0);
    const record = createAuditRecorder({
      chainKey: new Uint8Array(32),
      now: () => 0,
      onRecorded: copier.notice,
      writeHead,
    });
    expect(() =>
      database.transaction((db) => {
        record(db, subject, { action: 'secret.list', metadata: {} });
        throw new Error('the change failed');
      }),
    ).toThrow('the change failed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seqs(store)).toEqual([1]);
  });

  test('that cannot be copied fails no request, is logged once, and is retried', async () => {
    const store = openStore();
    const { add, copier } = open(store);
    store.fault = new Error('the keychain is frozen');
    add(1);
    await vi.advanceTimersByTimeAsync(0);
    add(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([copier.status(), errors.length]).toEqual(['failing', 1]);
    store.fault = undefined;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([copier.status(), seqs(store)]).toEqual(['ok', [2]]);
  });

  test('never covers a copy that the database does not go through', async () => {
    for (const anchor of [`9:${'a'.repeat(64)}`, `1:${'a'.repeat(64)}`, 'no head']) {
      const store = openStore(anchor);
      const { add, copier } = open(store);
      add(3);
      await vi.advanceTimersByTimeAsync(60_000);
      await copier.stop();
      expect([copier.status(), store.written]).toEqual(['failing', [anchor]]);
    }
  });

  test('continues from the copy of an earlier process', async () => {
    const store = openStore();
    const earlier = open(store);
    earlier.add(2);
    await earlier.copier.stop();
    const later = open(store);
    later.add(2);
    await later.copier.stop();
    expect(seqs(store)).toEqual([2, 4]);
  });

  test('is waited for at a stop no longer than two seconds', async () => {
    const store = openStore();
    const { add, copier } = open({ ...store, writeAnchor: () => new Promise(() => undefined) });
    add(1);
    vi.useRealTimers();
    await Promise.race([copier.stop(), sleep(20_000).then(() => Promise.reject(new Error('it hangs')))]);
  });
});
