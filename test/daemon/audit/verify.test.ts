import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { tamperedLogOfFile } from './tampered-log.ts';

const { daemon, dataDir, anchorPath, restart, verify, addEntries, tamper, removeRow, folder } = tamperedLogOfFile();

test('a fresh account finds its log intact at once: the head was copied before the daemon was ready', async () => {
  expect(existsSync(anchorPath())).toBe(true);
  expect(await verify()).toEqual({ verdict: 'intact', entries: 1 });
});

test('a walk that ends well copies the newest head, so that nothing before it can be cut off any more', async () => {
  await addEntries(3);
  expect(await verify()).toEqual({ verdict: 'intact', entries: 4 });
  removeRow(4);
  tamper((db) => db.run('UPDATE audit_head SET seq = 3, mac = (SELECT mac FROM audit_log WHERE seq = 3)'));
  expect(await verify()).toEqual({ verdict: 'rolled_back', entries: 3, firstBadId: 4 });
});

describe('the walk over the audit log finds', () => {
  test('nothing wrong after ordinary work, nor after a restart', async () => {
    await addEntries(5);
    await restart();
    expect(await verify()).toEqual({ verdict: 'intact', entries: 6 });
    await addEntries(5);
    expect(await verify()).toEqual({ verdict: 'intact', entries: 11 });
  });

  test.each(['user_id', 'action', 'resource_type', 'resource_id', 'ip_address', 'metadata', 'created_at'])(
    'that the %s of an entry was edited',
    async (column) => {
      await addEntries(3);
      const value = ['user_id', 'created_at'].includes(column) ? 7 : '{"a":"b"}';
      tamper((db) => db.run(`UPDATE audit_log SET ${column} = ? WHERE seq = 2`, [value]));
      expect(await verify()).toMatchObject({ verdict: 'edited', firstBadId: 2 });
    },
  );

  test('that an entry was dropped', async () => {
    await addEntries(3);
    removeRow(3);
    expect(await verify()).toEqual({ verdict: 'gap', entries: 3, firstBadId: 3 });
  });

  test('that an entry was dropped and the rest renumbered', async () => {
    await addEntries(3);
    removeRow(2);
    tamper((db) => {
      db.run('UPDATE audit_log SET seq = 2 WHERE seq = 3');
      db.run('UPDATE audit_log SET seq = 3 WHERE seq = 4');
      db.run('UPDATE audit_head SET seq = 3');
    });
    expect(await verify()).toMatchObject({ verdict: 'edited', firstBadId: 2 });
  });

  test('that two entries changed places', async () => {
    await addEntries(3);
    tamper((db) => {
      for (const [from, to] of [
        [2, 99],
        [3, 2],
        [99, 3],
      ])
        db.run('UPDATE audit_log SET seq = ? WHERE seq = ?', [to, from]);
    });
    expect(await verify()).toMatchObject({ verdict: 'edited', firstBadId: 2 });
  });

  test('that the end was cut off', async () => {
    await addEntries(3);
    removeRow(4);
    expect(await verify()).toEqual({ verdict: 'truncated', entries: 3, firstBadId: 4 });
  });

  test('that the head was set back or removed over the same entries', async () => {
    await addEntries(3);
    tamper((db) => db.run('UPDATE audit_head SET seq = 3, mac = (SELECT mac FROM audit_log WHERE seq = 3)'));
    expect(await verify()).toMatchObject({ verdict: 'edited', firstBadId: 4 });
    tamper((db) => db.run('DELETE FROM audit_head'));
    expect(await verify()).toMatchObject({ verdict: 'edited', firstBadId: 1 });
  });

  test('that an old copy of the database was put back, also when work went on with it', async () => {
    await addEntries(2);
    await restart(() => cpSync(dataDir(), join(folder(), 'old'), { recursive: true }));
    await addEntries(3);
    await restart(() => {
      rmSync(dataDir(), { recursive: true });
      cpSync(join(folder(), 'old'), dataDir(), { recursive: true });
    });
    expect(await verify()).toEqual({ verdict: 'rolled_back', entries: 3, firstBadId: 4 });
    await addEntries(6);
    expect(await verify()).toEqual({ verdict: 'rolled_back', entries: 9, firstBadId: 6 });
    await restart();
    expect(await verify()).toMatchObject({ verdict: 'rolled_back', firstBadId: 6 });
    expect(await daemon().readLog()).toContain('was not copied');
    expect(await daemon().client.call(readHealth)).toMatchObject({ status: 'degraded', auditCopy: 'failing' });
  });
});

test('the database itself refuses to change or delete an entry', () => {
  const { database } = daemon().core;
  expect(() => database.transaction((db) => db.run("UPDATE audit_log SET action = 'x'"))).toThrow('never changed');
  expect(() => database.transaction((db) => db.run('DELETE FROM audit_log'))).toThrow('never deleted');
});
