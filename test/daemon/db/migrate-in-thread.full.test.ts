import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openDatabase, openDatabaseToServe } from '../../../src-daemon/db/database.ts';
import { migrateInThread } from '../../../src-daemon/db/migrate-in-thread.ts';
import { migrations } from '../../../src-daemon/db/migrations/index.ts';

const key = new Uint8Array(32).fill(1);
const runs = 20_000;
let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'older-')), 'file.db');
});

/** A file of step 5, with runs that step 6 counts. */
function makeOlder(): void {
  const older = openDatabase({ path, key, steps: migrations.slice(0, 5) });
  older.transaction((db) => {
    db.run("INSERT INTO accounts VALUES (1, 'e', 'e', x'00', x'00', 0)");
    db.run(
      `INSERT INTO executions (id, account_id, language, source, engine, status, created_at, stored_bytes)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :runs)
       SELECT 'run ' || i, 1, 'python', 'run', 'docker', 'succeeded', 0, 2 FROM n`,
      { runs },
    );
  });
  older.close();
}

/** Returns the number of ticks of the event loop until the work ended. */
async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const counter = setInterval(() => {
    ticks += 1;
  }, 1);
  await work.finally(() => clearInterval(counter));
  return ticks;
}

it('a file of an older layout is brought to the newest one while the event loop runs', async () => {
  makeOlder();
  const opening = openDatabaseToServe({ path, key });
  expect(await ticksDuring(opening)).toBeGreaterThan(1);
  const database = await opening;
  expect(database.read.get('PRAGMA user_version')).toEqual({ user_version: migrations.length });
  expect(database.read.all('SELECT * FROM execution_totals')).toEqual([{ account_id: 1, runs, bytes: 2 * runs }]);
  database.close();
});

it('a new file and one of the newest layout are opened at once', async () => {
  (await openDatabaseToServe({ path, key })).close();
  const database = await openDatabaseToServe({ path, key });
  expect(database.read.get('PRAGMA user_version')).toEqual({ user_version: migrations.length });
  database.close();
});

it('a step that fails is an error of the opening, and leaves the file at the step before', async () => {
  const older = openDatabase({ path, key, steps: migrations.slice(0, 5) });
  older.transaction((db) => db.run('CREATE TABLE execution_totals (id INTEGER PRIMARY KEY) STRICT'));
  older.close();
  await expect(openDatabaseToServe({ path, key })).rejects.toThrow('execution_totals already exists');
  const same = openDatabase({ path, key, steps: migrations.slice(0, 5) });
  same.close();
});

it('an error of the thread reaches the caller as the same error', async () => {
  makeOlder();
  const refused = migrateInThread({ path, key: new Uint8Array(32).fill(2) });
  await expect(refused).rejects.toMatchObject({ name: 'DatabaseError', reason: 'wrong_key' });
});
