import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAuditHead } from '../../../src-daemon/audit/read-audit-head.ts';
import { secretValue } from '../../../src-daemon/crypto/secret-value.ts';
import { backUp } from '../../../src-daemon/offline/back-up.ts';
import { moveKeyStore } from '../../../src-daemon/offline/move-key-store.ts';
import { restore } from '../../../src-daemon/offline/restore.ts';
import { openDataFolder } from '../../../src-daemon/process/data-folder.ts';
import { listAuditLog, verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listCode, readCode } from '../../../src-shared/contracts/vault.contract.ts';
import { readRefusal } from '../../support/api-client.ts';
import { startTestDaemon } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';
import { fileKeyStore, makeOlder } from './older-release.ts';
import { openScene, type Scene } from './rolled-back.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
  await scene.putSecret('TOKEN', 'first');
  for (const code of ['1', '22']) await scene.store('job', code);
});

afterEach(async () => {
  await scene.daemon.stop();
});

const refused = { code: 'item_rolled_back', status: 409 };
const secretRefusal = async () => readRefusal(await scene.lengthOf('TOKEN'));
const verdict = async () => (await scene.session().call(verifyAuditLog)).verdict;
const faults = async () => (await scene.listed()).map(({ kind, fault }) => `${kind} ${fault}`);
const allUsable = async () => {
  expect(await scene.listed()).toEqual([]);
  expect((await scene.lengthOf('TOKEN')).json).toMatchObject({ stdout: '5\n' });
  for (const revision of [1, 2])
    expect(await scene.client().call(readCode, { params: { name: 'job' }, query: { revision } })).toMatchObject({
      size: revision,
    });
};
const removeAnchor = () => rmSync(join(`${scene.dataDir}-key`, 'audit-head'));

describe('a database of the release before', () => {
  test('gets its heads at the first start, once, and its audit log stays whole', async () => {
    await scene.restart(() => makeOlder(scene.dataDir));
    await allUsable();
    expect(await verdict()).toBe('intact');
    const adopted = async () =>
      (await scene.session().call(listAuditLog, { query: { action: 'item.adopt' } })).logs.map(
        ({ metadata }) => metadata,
      );
    expect(await adopted()).toMatchObject([
      { kind: 'api_key', name: 'First key', version: 1 },
      { kind: 'script', name: 'job', version: 2 },
      { kind: 'script', name: 'job', version: 1 },
      { kind: 'secret', name: 'TOKEN', version: 1 },
    ]);
    await scene.restart();
    expect(await adopted()).toHaveLength(4);
    expect(await fileKeyStore(scene.dataDir).readAnchor()).toMatch(/:items$/);
    await scene.putSecret('TOKEN', 'other');
    await allUsable();
  });

  test('that is put back under a key store that knows of heads is refused as a whole, until it is accepted', async () => {
    await scene.restart(async () => {
      const text = (await fileKeyStore(scene.dataDir).readAnchor()) ?? '';
      await makeOlder(scene.dataDir);
      await fileKeyStore(scene.dataDir).writeAnchor(text);
    });
    expect(await verdict()).toBe('rolled_back');
    expect(await secretRefusal()).toMatchObject(refused);
    const items = await scene.listed();
    expect(items.map(({ fault }) => fault)).toEqual(['no_head', 'no_head', 'no_head']);
    await scene.accept(items);
    await allUsable();
  });
});

describe('heads that were deleted are not made again', () => {
  test('one of them', async () => {
    scene.edit((db) => db.run("DELETE FROM item_heads WHERE kind = 'secret'"));
    await scene.restart();
    expect(await faults()).toEqual(['secret no_head']);
  });

  test('all of them, with the mark in the key store', async () => {
    scene.edit((db) => db.run('DELETE FROM item_heads'));
    await scene.restart(removeAnchor);
    expect(await faults()).toEqual(['secret no_head', 'script no_head', 'api_key no_head']);
  });

  test('all of them, with the mark, and the items of the audit log', async () => {
    scene.edit((db) => {
      db.run('DELETE FROM item_heads');
      db.run('DELETE FROM audit_checkpoint');
      db.run('UPDATE audit_log SET item_kind = NULL, item_id = NULL, item_version = NULL, item_digest = NULL');
    });
    await scene.restart(removeAnchor);
    expect(await faults()).toEqual(['secret no_head', 'script no_head', 'api_key no_head']);
    expect((await scene.health()).integrity.reason).toContain('An entry of the audit log was changed.');
  });
});

describe('an older row and head whose later audit row was', () => {
  const rollBack = async () => {
    const [older, heads] = [scene.rows('secrets'), scene.rows('item_heads')];
    await scene.putSecret('TOKEN', 'second');
    scene.putBack('secrets', older);
    scene.putBack('item_heads', heads);
    return scene.rows('audit_log').length;
  };

  test.each([
    ['deleted', (seq: number) => `DELETE FROM audit_log WHERE seq = ${seq}`],
    [
      'made one of no item',
      (seq: number) => `UPDATE audit_log SET item_kind = NULL, item_id = NULL WHERE seq = ${seq}`,
    ],
    ['made one of another item', (seq: number) => `UPDATE audit_log SET item_id = '99' WHERE seq = ${seq}`],
  ])('%s are refused: before the checkpoint, and after it', async (_, sql) => {
    const seq = await rollBack();
    await scene.restart();
    scene.edit((db) => db.run(sql(seq)));
    await scene.restart();
    expect((await scene.listed())[0]).toMatchObject({ kind: 'secret', fault: 'log_broken' });
    expect(await secretRefusal()).toMatchObject(refused);
    scene.edit((db) => db.run('DELETE FROM audit_checkpoint'));
    await scene.restart();
    expect((await scene.listed())[0]).toMatchObject({ kind: 'secret', fault: 'log_broken' });
    await scene.accept(await scene.listed());
    expect((await scene.lengthOf('TOKEN')).json).toMatchObject({ stdout: '5\n' });
    await scene.restart();
    expect((await scene.lengthOf('TOKEN')).json).toMatchObject({ stdout: '5\n' });
  });
});

describe('the start', () => {
  const editFirst = () =>
    scene.edit((db) => db.run("UPDATE audit_log SET ip_address = '::1' WHERE action = 'zk.list'"));

  test('verifies from the checkpoint on; the walk over all of it finds the rest', async () => {
    await scene.session().call(listCode);
    await scene.restart();
    editFirst();
    await scene.restart();
    expect((await scene.health()).integrity).toEqual({ status: 'ok' });
    expect(await verdict()).toBe('edited');
    expect((await scene.health()).integrity.status).toBe('failing');
  });

  test('trusts no checkpoint but its own', async () => {
    await scene.session().call(listCode);
    editFirst();
    scene.edit((db) =>
      db.run(
        `INSERT OR REPLACE INTO audit_checkpoint
         SELECT 1, seq, mac, (SELECT count(*) FROM audit_log WHERE item_kind IS NOT NULL), zeroblob(32) FROM audit_head`,
      ),
    );
    await scene.restart();
    expect((await scene.health()).integrity.reason).toContain('An entry of the audit log was changed.');
  });
});

describe('what moves as a whole stays usable', () => {
  test('a backup, restored into another folder', async () => {
    const file = join(scene.dataDir, '..', 'backup');
    const { config } = scene.daemon;
    await backUp({ config, file, passphrase: 'a long passphrase', force: false, readAuditHead });
    await scene.putSecret('TOKEN', 'a later value');
    await scene.daemon.stop();
    const dataDir = `${scene.dataDir}-restored`;
    const target = {
      ...config,
      dataDir,
      keyDir: `${dataDir}-key`,
      keyStoreKind: 'file' as const,
      isDefaultDataDir: false,
    };
    const folder = openDataFolder(target);
    await restore({ config: target, file, passphrase: 'a long passphrase', replace: false });
    folder.close();
    const daemon = await startTestDaemon({ dataDir, args: ['--engine', 'embedded'] });
    scene.daemon = daemon;
    await until(async () => (await scene.health()).integrity.status === 'ok');
    await allUsable();
    expect(await verdict()).toBe('intact');
  });

  test('a key that is moved to another key store', async () => {
    const { config } = scene.daemon;
    await scene.daemon.stop();
    const newPassphrase = secretValue('a long passphrase');
    await moveKeyStore({ config, databaseExists: true, kind: 'passphrase', newPassphrase });
    process.env.STRONGROOM_PASSPHRASE = 'a long passphrase';
    try {
      scene.daemon = await startTestDaemon({
        dataDir: scene.dataDir,
        args: ['--engine', 'embedded', '--key-store', 'passphrase'],
      });
    } finally {
      delete process.env.STRONGROOM_PASSPHRASE;
    }
    await allUsable();
    expect(await verdict()).toBe('intact');
  });
});
