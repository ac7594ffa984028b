import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, type WritableDb } from '../../../src-daemon/db/database.ts';
import { DatabaseError } from '../../../src-daemon/db/database-error.ts';
import { expectAbsent } from '../../support/expect-absent.ts';

const key = new Uint8Array(32).fill(7);
const steps = [['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT']];
const addNote = 'INSERT INTO notes (text) VALUES (:text)';
const countNotes = 'SELECT count(*) AS count FROM notes';

let folder: string;
let path: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'db-'));
  path = join(folder, 'strongroom.db');
  database = openDatabase({ path, key, steps });
});

afterEach(() => {
  database.close();
});

function count(): number | undefined {
  return database.read.get<{ count: number }>(countNotes)?.count;
}

function reasonOf(open: () => Database): string {
  try {
    open().close();
    return 'opened';
  } catch (error) {
    if (error instanceof DatabaseError) return error.reason;
    throw error;
  }
}

describe('the file', () => {
  test('neither it nor its write-ahead log holds what was stored', () => {
    database.transaction((db) => db.run(addNote, { text: 'a very secret note' }));
    const bytes = Buffer.concat([readFileSync(path), readFileSync(`${path}-wal`)]);
    expect(bytes.length).toBeGreaterThan(4096);
    expectAbsent(bytes, 'secret note');
    expect(bytes.includes('SQLite format 3')).toBe(false);
    expect(bytes.includes('CREATE TABLE')).toBe(false);
  });

  test('only its owner may read it and its write-ahead log', () => {
    database.transaction((db) => db.run(addNote, { text: 'x' }));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('keeps its rows over a restart', () => {
    database.transaction((db) => db.run(addNote, { text: 'kept' }));
    database.close();
    database = openDatabase({ path, key, steps });
    expect(database.read.all('SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
  });

  test('does not open with another key', () => {
    database.close();
    expect(reasonOf(() => openDatabase({ path, key: new Uint8Array(32).fill(8), steps }))).toBe('wrong_key');
    expect(reasonOf(() => openDatabase({ path, key, steps }))).toBe('opened');
  });

  test('that is no database is refused and left as it was', () => {
    const other = join(folder, 'letter.txt');
    const text = 'not a database. '.repeat(1000);
    writeFileSync(other, text);
    expect(reasonOf(() => openDatabase({ path: other, key, steps }))).toBe('wrong_key');
    expect(readFileSync(other, 'utf8')).toBe(text);
  });

  test('of a newer release is refused and left as it was', () => {
    database.close();
    const newer = [...steps, ['CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT']];
    openDatabase({ path, key, steps: newer }).close();
    expect(reasonOf(() => openDatabase({ path, key, steps }))).toBe('newer_file');
    expect(reasonOf(() => openDatabase({ path, key, steps: newer }))).toBe('opened');
  });

  test('with a damaged page of its schema is reported as corrupt', () => {
    database.transaction((db) => {
      for (let i = 0; i < 200; i += 1) db.run(addNote, { text: 'x'.repeat(500) });
    });
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xaa, 4096);
    writeFileSync(path, bytes);
    const moreSteps = [...steps, ['UPDATE notes SET text = text']];
    expect(reasonOf(() => openDatabase({ path, key, steps: moreSteps }))).toBe('corrupt');
  });

  test('has the settings that durability and secrecy rest on', () => {
    const pragma = (name: string) => Object.values(database.read.get<object>(`PRAGMA ${name}`) ?? {})[0];
    expect({
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      foreignKeys: pragma('foreign_keys'),
      trustedSchema: pragma('trusted_schema'),
      secureDelete: pragma('secure_delete'),
      tempStore: pragma('temp_store'),
    }).toEqual({ journal: 'wal', synchronous: 2, foreignKeys: 1, trustedSchema: 0, secureDelete: 1, tempStore: 2 });
  });
});

describe('a transaction', () => {
  test('that throws leaves nothing behind', () => {
    const failing = () =>
      database.transaction((db) => {
        db.run(addNote, { text: 'half' });
        throw new RangeError('stop');
      });
    expect(failing).toThrow(RangeError);
    expect(count()).toBe(0);
  });

  test('answers what its work returned', () => {
    expect(database.transaction((db) => db.run(addNote, { text: 'x' }))).toEqual({ changes: 1, lastInsertRowid: 1 });
    expect(database.transaction((db) => db.run('INSERT INTO notes (text) VALUES (?)', ['y'])).lastInsertRowid).toBe(2);
  });

  test('inside another is refused and undoes the outer one', () => {
    const nested = () =>
      database.transaction((db) => {
        db.run(addNote, { text: 'outer' });
        database.transaction((inner) => inner.run(addNote, { text: 'inner' }));
      });
    expect(nested).toThrow('do not nest');
    expect(count()).toBe(0);
  });

  test('with asynchronous work is refused and undone', () => {
    const asynchronous = () =>
      database.transaction(async (db) => {
        db.run(addNote, { text: 'async' });
      });
    expect(asynchronous).toThrow('must not be asynchronous');
    expect(count()).toBe(0);
  });

  test('ends the life of its handle for writing', () => {
    let escaped: WritableDb | undefined;
    database.transaction((db) => {
      escaped = db;
    });
    expect(() => escaped?.run(addNote, { text: 'late' })).toThrow('needs an open transaction');
  });
});

test('rows can be read one by one, and a stopped loop frees the connection', () => {
  database.transaction((db) => {
    for (const text of ['a', 'b', 'c']) db.run(addNote, { text });
  });
  const seen: string[] = [];
  for (const row of database.read.iterate<{ text: string }>('SELECT text FROM notes WHERE text >= ? ORDER BY id', [
    'a',
  ])) {
    seen.push(row.text);
    if (row.text === 'b') break;
  }
  expect(seen).toEqual(['a', 'b']);
  database.transaction((db) => db.run(addNote, { text: 'd' }));
  expect(count()).toBe(4);
});
