import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type ReadableDb } from '../../../src-daemon/db/database.ts';
import { migrations } from '../../../src-daemon/db/migrations/index.ts';

const key = new Uint8Array(32).fill(1);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
});

/** Opens the file with the first `count` steps and shows `look` the result. */
function at<T>(name: string, count: number, look: (db: ReadableDb) => T): T {
  const database = openDatabase({ path: join(folder, name), key, steps: migrations.slice(0, count) });
  try {
    return look(database.read);
  } finally {
    database.close();
  }
}

const schema = (db: ReadableDb) => db.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name');
const version = (db: ReadableDb) => db.get('PRAGMA user_version');

describe.each(migrations.map((_, index) => index + 1))('step %i', (step) => {
  test('makes of a file one step older what a new file is', () => {
    at('old.db', step - 1, () => undefined);
    const upgraded = at('old.db', step, schema);
    expect(upgraded).toEqual(at('new.db', step, schema));
    expect(at('old.db', step, version)).toEqual({ user_version: step });
  });

  test('leaves only strict tables and whole references', () => {
    const found = at('file.db', step, (db) => ({
      loose: db.all(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      ),
      broken: db.all('PRAGMA foreign_key_check'),
      check: db.get('PRAGMA integrity_check'),
    }));
    expect(found).toEqual({ loose: [], broken: [], check: { integrity_check: 'ok' } });
  });
});

test('a step that fails half-way leaves the file at the step before', () => {
  const path = join(folder, 'file.db');
  const good = ['CREATE TABLE first (id INTEGER PRIMARY KEY) STRICT'];
  const bad = ['CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT', 'INSERT INTO nowhere VALUES (1)'];
  expect(() => openDatabase({ path, key, steps: [good, bad] })).toThrow('nowhere');
  const database = openDatabase({ path, key, steps: [good] });
  expect(database.read.all('SELECT name FROM sqlite_schema')).toEqual([{ name: 'first' }]);
  database.close();
});

test('step 6 counts the runs that are there', () => {
  const path = join(folder, 'file.db');
  const before = openDatabase({ path, key, steps: migrations.slice(0, 5) });
  before.transaction((db) => {
    for (const id of [1, 2, 3])
      db.run("INSERT INTO accounts VALUES (?, 'e', ?, x'00', x'00', 0)", [id, `user-${id}@example.com`]);
    for (const row of [
      { id: 'a', accountId: 1, bytes: 10 },
      { id: 'b', accountId: 1, bytes: 5 },
      { id: 'c', accountId: 2, bytes: 0 },
    ])
      db.run(
        `INSERT INTO executions (id, account_id, language, source, engine, status, created_at, stored_bytes)
         VALUES (:id, :accountId, 'python', 'run', 'docker', 'succeeded', 0, :bytes)`,
        row,
      );
  });
  before.close();
  expect(at('file.db', 6, (db) => db.all('SELECT * FROM execution_totals ORDER BY account_id'))).toEqual([
    { account_id: 1, runs: 2, bytes: 15 },
    { account_id: 2, runs: 1, bytes: 0 },
  ]);
});

test('step 7 finds in the audit log who made the runs that are there', () => {
  const path = join(folder, 'file.db');
  const before = openDatabase({ path, key, steps: migrations.slice(0, 6) });
  before.transaction((db) => {
    db.run("INSERT INTO accounts VALUES (1, 'e', 'e', x'00', x'00', 0)");
    for (const id of ['run_a', 'run_b', 'run_lost'])
      db.run(
        `INSERT INTO executions (id, account_id, language, source, engine, status, created_at)
         VALUES (?, 1, 'python', 'api', 'docker', 'succeeded', 5000)`,
        [id],
      );
    for (const [seq, run, actor] of [
      [1, 'run_b', 'key'],
      [2, 'run_a', 'login'],
      [3, 'run_of_another', 'other'],
    ])
      db.run(
        `INSERT INTO audit_log (seq, user_id, action, resource_type, ip_address, metadata, created_at, previous_mac, mac)
         VALUES (?, 1, 'code.execute', 'execution', '', ?, 5001, x'00', x'00')`,
        [seq, JSON.stringify({ executionId: run, actor: { kind: 'apiKey', id: actor } })],
      );
  });
  before.close();
  expect(at('file.db', 7, (db) => db.all('SELECT id, credential_id FROM executions ORDER BY id'))).toEqual([
    { id: 'run_a', credential_id: 'login' },
    { id: 'run_b', credential_id: 'key' },
    { id: 'run_lost', credential_id: null },
  ]);
});

test('step 9 marks the sessions that browsers have', () => {
  const path = join(folder, 'file.db');
  const before = openDatabase({ path, key, steps: migrations.slice(0, 8) });
  before.transaction((db) => {
    db.run("INSERT INTO accounts VALUES (1, 'e', 'e', x'00', x'00', 0)");
    for (const [id, agent, isKept] of [
      ['page', 'Mozilla/5.0 (X11) Chrome/156', 0],
      ['remembered', 'Mozilla/5.0 (X11) Electron/45', 1],
      ['script', 'curl/8', 0],
      ['unknown', null, 0],
    ])
      db.run(
        `INSERT INTO sessions (id, account_id, family_id, family_started_at, slot, created_at, expires_at, is_kept,
                               ip_address, user_agent)
         VALUES (?, 1, 'f', 0, x'00', 0, 0, ?, '127.0.0.1', ?)`,
        [id, isKept, agent],
      );
  });
  before.close();
  const marked = (db: ReadableDb) => db.all('SELECT id FROM sessions WHERE is_browser = 1');
  expect(at('file.db', 9, marked)).toEqual([{ id: 'page' }]);
});

test('step 12 leaves the items that are there without hosts and rules', () => {
  const path = join(folder, 'file.db');
  const before = openDatabase({ path, key, steps: migrations.slice(0, 11) });
  before.transaction((db) => {
    db.run("INSERT INTO accounts VALUES (1, 'e', 'e', x'00', x'00', 0)");
    db.run(
      `INSERT INTO secrets (account_id, name, description, version, sealed_value, masked, created_at, updated_at)
       VALUES (1, 'TOKEN', 'd', 1, x'01', 1, 2, 3)`,
    );
    db.run(
      "INSERT INTO api_keys (id, account_id, name, scopes, slot, created_at) VALUES ('k', 1, 'key', '[]', x'02', 4)",
    );
    db.run("INSERT INTO encrypted_code (id, account_id, name, revision, created_at) VALUES (1, 1, 'script', 1, 5)");
    db.run(
      `INSERT INTO encrypted_code_revisions (code_id, revision, language, description, size, salt, nonce, ciphertext, created_at)
       VALUES (1, 1, 'python', '', 1, x'03', x'04', x'05', 6)`,
    );
  });
  const rowsOf = (db: ReadableDb) =>
    ['secrets', 'api_keys', 'encrypted_code_revisions'].map((table) => db.get<object>(`SELECT * FROM ${table}`));
  const old = rowsOf(before.read);
  before.close();
  const added = [{ hosts: null, placeholder_prefix: null }, { network_hosts: null }, { network: null }];
  expect(at('file.db', 12, rowsOf)).toEqual(old.map((row, index) => ({ ...row, ...added[index] })));
});

test('step 13 finds what started the runs that are there, and marks none as pinned', () => {
  const path = join(folder, 'file.db');
  const before = openDatabase({ path, key, steps: migrations.slice(0, 12) });
  before.transaction((db) => {
    db.run("INSERT INTO accounts VALUES (1, 'e', 'e', x'00', x'00', 0)");
    for (const source of ['interface', 'cli', 'api', 'vault', 'generate', 'Bill', ''])
      db.run(
        `INSERT INTO executions (id, account_id, language, source, engine, status, created_at, preview, request)
         VALUES (?, 1, 'python', ?, 'docker', 'no status', 0, x'00', x'ff')`,
        [`run_${source}`, source],
      );
  });
  before.close();
  const clients = at('file.db', 13, (db) =>
    db.all('SELECT client, label, pinned_at FROM execution_labels ORDER BY seq'),
  );
  expect(clients).toEqual(
    ['interface', 'cli', 'api', null, null, 'agent', 'agent'].map((client) => ({
      client,
      label: null,
      pinned_at: null,
    })),
  );
});
