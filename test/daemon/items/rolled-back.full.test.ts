import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAuditLog, verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { deleteSecret, editSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { deleteCode, executeCode, listCode, readCode } from '../../../src-shared/contracts/vault.contract.ts';
import { readRefusal } from '../../support/api-client.ts';
import { until } from '../../support/until.ts';
import { masterPassword, openScene, type Scene } from './rolled-back.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});

afterEach(async () => {
  await scene.daemon.stop();
});

const refused = { code: 'item_rolled_back', status: 409 };
const secretRefusal = async (name: string) => readRefusal(await scene.lengthOf(name));
const printed = async (name: string) => JSON.parse((await scene.lengthOf(name)).text).stdout;
const codeRefusal = (name: string, query = {}) => scene.client().refusal(readCode, { params: { name }, query });
const expectDegraded = () => until(async () => (await scene.health()).integrity.status === 'failing');

/** The owner looks, accepts with the password, and the daemon has nothing to say any more. */
async function acceptAll(expected: object[]): Promise<void> {
  const items = await scene.listed();
  expect(items).toMatchObject(expected);
  expect(await scene.accept(items)).toEqual({ accepted: items.length });
  expect(await scene.listed()).toEqual([]);
  expect((await scene.health()).integrity).toEqual({ status: 'ok' });
}

describe('a secret', () => {
  test('whose older row is put back is refused, by health too, until its owner accepts it', async () => {
    await scene.putSecret('TOKEN', 'first');
    const older = scene.rows('secrets');
    await scene.putSecret('TOKEN', 'a second value');
    expect(await printed('TOKEN')).toBe('14\n');
    scene.putBack('secrets', older);
    expect(await secretRefusal('TOKEN')).toMatchObject(refused);
    expect(await scene.health()).toMatchObject({ status: 'degraded', integrity: { status: 'failing' } });
    await scene.restart();
    await expectDegraded();
    expect((await scene.health()).integrity.reason).toBe(
      'Refused, because they differ from the state that this daemon last wrote: 1 secret.',
    );
    expect(await secretRefusal('TOKEN')).toMatchObject(refused);
    await acceptAll([{ kind: 'secret', name: 'TOKEN', version: 1, fault: 'no_head' }]);
    expect(await printed('TOKEN')).toBe('5\n');
    const { logs } = await scene.client().call(listAuditLog, { query: { action: 'item.accept' } });
    expect(logs[0]?.metadata).toMatchObject({ kind: 'secret', name: 'TOKEN', version: 1, fault: 'no_head' });
    await scene.restart();
    expect(await scene.listed()).toEqual([]);
    expect(await scene.client().call(verifyAuditLog)).toMatchObject({ verdict: 'intact' });
  });

  test('whose older row and head are both put back is refused', async () => {
    await scene.putSecret('TOKEN', 'first');
    const [older, heads] = [scene.rows('secrets'), scene.rows('item_heads')];
    await scene.putSecret('TOKEN', 'second');
    scene.putBack('secrets', older);
    scene.putBack('item_heads', heads);
    expect(await secretRefusal('TOKEN')).toMatchObject(refused);
    const edit = { params: { name: 'TOKEN' }, body: { description: 'sealed again' } };
    expect(await scene.client().refusal(editSecret, edit)).toMatchObject(refused);
    await scene.restart();
    await acceptAll([{ name: 'TOKEN', fault: 'older' }]);
  });

  test('that was deleted and is put back with its head is refused', async () => {
    await scene.putSecret('TOKEN', 'first');
    const [older, heads] = [scene.rows('secrets'), scene.rows('item_heads')];
    await scene.client().call(deleteSecret, { params: { name: 'TOKEN' } });
    scene.putBack('secrets', older);
    scene.putBack('item_heads', heads);
    await scene.restart();
    expect(await secretRefusal('TOKEN')).toMatchObject(refused);
    await acceptAll([{ name: 'TOKEN', fault: 'older' }]);
    expect(await printed('TOKEN')).toBe('5\n');
  });

  test('is refused when names, values or accounts were changed between rows', async () => {
    await scene.putSecret('A', 'the value of A');
    await scene.putSecret('B', 'B');
    scene.edit((db) => {
      db.run("UPDATE secrets SET name = 'C' WHERE name = 'A'");
      db.run("UPDATE secrets SET name = 'A' WHERE name = 'B'");
      db.run("UPDATE secrets SET name = 'B' WHERE name = 'C'");
    });
    for (const name of ['A', 'B']) expect(await secretRefusal(name)).toMatchObject(refused);
    expect(await scene.listed()).toMatchObject([{ fault: 'changed' }, { fault: 'changed' }]);
  });

  test('that is replaced or deleted by its owner needs no acceptance', async () => {
    await scene.putSecret('A', 'first');
    await scene.putSecret('B', 'first');
    scene.edit((db) => db.run('DELETE FROM item_heads'));
    expect(await scene.listed()).toHaveLength(3);
    await scene.putSecret('A', 'new');
    await scene.session().call(deleteSecret, { params: { name: 'B' } });
    expect(await printed('A')).toBe('3\n');
    expect(await scene.listed()).toMatchObject([{ kind: 'api_key' }]);
  });

  test('that was removed from the database is reported as missing', async () => {
    await scene.putSecret('TOKEN', 'first');
    scene.edit((db) => db.run('DELETE FROM secrets'));
    scene.edit((db) => db.run("DELETE FROM item_heads WHERE kind = 'secret'"));
    await scene.restart();
    await expectDegraded();
    await acceptAll([{ kind: 'secret', name: 'TOKEN', fault: 'missing' }]);
  });
});

describe('a stored script', () => {
  test('whose older revision is put back is refused, to read and to run', async () => {
    await scene.store('job', 'print("one")');
    const tables = ['encrypted_code', 'encrypted_code_revisions', 'item_heads'];
    const older = tables.map((table) => [table, scene.rows(table)] as const);
    await scene.store('job', 'print("two")');
    for (const [table, rows] of older) scene.putBack(table, rows);
    await scene.restart();
    expect(await codeRefusal('job')).toMatchObject(refused);
    const run = { params: { name: 'job' }, body: { masterPassword } };
    expect(await scene.client().refusal(executeCode, run)).toMatchObject(refused);
    await expectDegraded();
    await acceptAll([{ kind: 'script', name: 'job', version: 1, fault: 'older' }]);
    expect(await scene.client().call(executeCode, run)).toMatchObject({ stdout: 'one\n' });
  });

  test('whose payload is that of another script is refused', async () => {
    await scene.store('one', 'print(1)');
    await scene.store('two', 'print(2)');
    scene.edit((db) => {
      const columns = ['salt', 'nonce', 'ciphertext'];
      const [first, second] = db.all<Record<string, Uint8Array>>(
        'SELECT * FROM encrypted_code_revisions ORDER BY code_id',
      );
      for (const [id, row] of [
        [1, second],
        [2, first],
      ] as const)
        db.run(
          `UPDATE encrypted_code_revisions SET ${columns.map((name) => `${name} = :${name}`)} WHERE code_id = ${id}`,
          {
            salt: row?.salt,
            nonce: row?.nonce,
            ciphertext: row?.ciphertext,
          },
        );
    });
    await scene.restart();
    for (const name of ['one', 'two']) expect(await codeRefusal(name)).toMatchObject(refused);
    await acceptAll([{ fault: 'changed' }, { fault: 'changed' }]);
  });

  test('is given at an older revision too, but not where that one was changed', async () => {
    for (const code of ['1', '22', '333']) await scene.store('job', code);
    expect(await scene.client().call(readCode, { params: { name: 'job' }, query: { revision: 2 } })).toMatchObject({
      size: 2,
    });
    scene.edit((db) => db.run("UPDATE encrypted_code_revisions SET language = 'bash' WHERE revision = 2"));
    expect(await codeRefusal('job', { revision: 2 })).toMatchObject(refused);
    expect(await scene.client().call(readCode, { params: { name: 'job' } })).toMatchObject({ size: 3 });
    await acceptAll([{ kind: 'script', version: 3, fault: 'changed' }]);
    expect(await scene.client().call(readCode, { params: { name: 'job' }, query: { revision: 2 } })).toMatchObject({
      language: 'bash',
    });
  });

  test('whose current revision was removed can be accepted at the one before, or made again', async () => {
    for (const code of ['1', '22']) await scene.store('job', code);
    scene.edit((db) => db.run('DELETE FROM encrypted_code_revisions WHERE revision = 2'));
    expect(await codeRefusal('job')).toMatchObject({ code: 'code_not_found' });
    await acceptAll([{ kind: 'script', version: 1, fault: 'older' }]);
    expect(await scene.client().call(readCode, { params: { name: 'job' } })).toMatchObject({ revision: 1, size: 1 });
  });

  test('that points to an older revision is refused, and its newest one is accepted', async () => {
    for (const code of ['1', '22']) await scene.store('job', code);
    scene.edit((db) => db.run('UPDATE encrypted_code SET revision = 1'));
    expect(await codeRefusal('job')).toMatchObject(refused);
    await acceptAll([{ kind: 'script', version: 1, fault: 'older' }]);
    expect(await scene.client().call(readCode, { params: { name: 'job' } })).toMatchObject({ revision: 2, size: 2 });
  });

  test('that is stored again is as it was written, whatever was done to it', async () => {
    const edits = [
      'UPDATE encrypted_code SET revision = 1',
      'DELETE FROM encrypted_code_revisions WHERE revision > 1',
      'DELETE FROM encrypted_code_revisions',
    ];
    for (const [index, sql] of edits.entries()) {
      const name = `job ${index}`;
      for (const code of ['1', '22']) await scene.store(name, code);
      scene.edit((db) => db.run(sql));
      await scene.store(name, '333');
      expect(await scene.client().call(readCode, { params: { name } })).toMatchObject({ size: 3 });
      await scene.client().call(deleteCode, { params: { name } });
    }
    expect(await scene.listed()).toEqual([]);
  });

  test('without any revision can be accepted as gone', async () => {
    await scene.store('job', '1');
    scene.edit((db) => db.run('DELETE FROM encrypted_code_revisions'));
    await acceptAll([{ kind: 'script', name: 'job', fault: 'missing' }]);
    await scene.store('job', 'again');
    await scene.client().call(deleteCode, { params: { name: 'job' } });
    expect((await scene.client().call(listCode)).code).toEqual([]);
  });
});
