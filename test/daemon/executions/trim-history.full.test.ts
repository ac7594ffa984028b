import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src-daemon/db/database.ts';
import { createHistoryTrimmer, type HistoryTrimmer } from '../../../src-daemon/executions/trim-history.ts';
import { until } from '../../support/until.ts';

const mebibyte = 1024 * 1024;
const accountId = 1;
let database: Database;
let trimmer: HistoryTrimmer;
let failures: object[];

beforeEach(() => {
  database = openDatabase({
    path: join(mkdtempSync(join(tmpdir(), 'trim-')), 'a.db'),
    key: new Uint8Array(32).fill(1),
  });
  failures = [];
  trimmer = createHistoryTrimmer({ database, log: { error: (fields) => failures.push(fields) } });
  database.transaction((db) => {
    db.run(
      "INSERT INTO accounts (id, email, email_key, password_salt, password_slot, created_at) VALUES (1, 'e', 'e', x'00', x'00', 0)",
    );
  });
});
afterEach(() => database.close());

function addRuns(count: number, bytes: number, status = 'succeeded'): void {
  database.transaction((db) => {
    db.run(
      `INSERT INTO executions (id, account_id, language, source, engine, status, created_at, output, stored_bytes)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
       SELECT :status || i || '/' || :bytes, 1, 'bash', 'run', 'docker', :status, 0, zeroblob(:bytes), :bytes FROM n`,
      { count, bytes, status },
    );
  });
}

const countRuns = () => database.read.get<{ runs: number }>('SELECT count(*) AS runs FROM executions')?.runs ?? 0;

function trim(keepRuns: number, maxBytes: number): void {
  database.transaction((db) => trimmer.trim(db, { accountId, keepRuns, maxBytes }));
}

/** Counts the iterations of the event loop until the work ends. */
async function countLoopIterations(work: Promise<unknown>): Promise<number> {
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return iterations;
}

it('deletes what is over the limits in slices of 4 MiB, between which the event loop runs', async () => {
  addRuns(16, mebibyte);
  trim(2, 1000 * mebibyte);
  expect(countRuns()).toBe(12);
  await until(() => countRuns() === 2);
});

it('deletes at most 200 runs at once', async () => {
  addRuns(500, 1);
  trim(0, mebibyte);
  expect(countRuns()).toBe(300);
  await until(() => countRuns() === 0);
});

it('deletes the oldest runs and no more than the limits say', async () => {
  addRuns(3, mebibyte);
  addRuns(2, 10);
  trim(10, 2 * mebibyte);
  expect(database.read.all('SELECT stored_bytes AS bytes FROM executions ORDER BY seq')).toEqual(
    [mebibyte, 10, 10].map((bytes) => ({ bytes })),
  );
});

it('applies the newest limits', async () => {
  addRuns(30, mebibyte);
  trim(20, 1000 * mebibyte);
  trim(5, 1000 * mebibyte);
  await until(() => countRuns() === 5);
});

it('deletes nothing more when the daemon stops', async () => {
  addRuns(30, mebibyte);
  trim(0, mebibyte);
  trimmer.stop();
  const left = countRuns();
  await expect(trimmer.clear(accountId)).rejects.toMatchObject({ code: 'shutting_down' });
  expect(countRuns()).toBe(left);
  expect(failures).toEqual([]);
});

it('clears the history of an account while the event loop runs, and leaves the runs that have not ended', async () => {
  addRuns(24, mebibyte);
  addRuns(1, 10, 'running');
  expect(await countLoopIterations(trimmer.clear(accountId))).toBeGreaterThanOrEqual(5);
  expect(database.read.all('SELECT status FROM executions')).toEqual([{ status: 'running' }]);
});
