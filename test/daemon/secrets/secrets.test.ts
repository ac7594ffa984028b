import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deleteAccount } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { deleteSecret, listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import type { Scope } from '../../../src-shared/scopes.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { expectAbsent } from '../../support/expect-absent.ts';

const daemon = testDaemonOfFile();

async function newUser(): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  return daemon().newUser();
}

const put = (user: TestUser, name: string, body: unknown) => user.client.call(putSecret, { params: { name }, body });
const list = async (user: TestUser) => (await user.client.call(listSecrets)).secrets;
const actions = async (user: TestUser) => (await user.client.call(listAuditLog)).logs;

async function clientWith(user: TestUser, scopes: Scope[]) {
  const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', scopes } });
  return user.client.with(asKey(apiKey));
}

describe('a secret', () => {
  test('can have its name in the body as well, but no other', async () => {
    const user = await newUser();
    const body = { name: 'TOKEN', value: 'a value' };
    expect(await put(user, 'TOKEN', body)).toMatchObject({ name: 'TOKEN', version: 1 });
    for (const name of ['token', 'OTHER', 'not a name', '\u0007']) {
      const refusal = await user.client.refusal(putSecret, { params: { name: 'TOKEN' }, body: { ...body, name } });
      const message = `is ${JSON.stringify(name)} in the body, but "TOKEN" in the path; send one name`;
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', details: [{ path: 'name', message }] });
    }
    expect(await list(user)).toMatchObject([{ name: 'TOKEN', version: 1 }]);
  });

  test('is created with 201, replaced with 200, and each value is one version', async () => {
    const user = await newUser();
    const body = { value: 'first value', description: 'of the bank' };
    const created = await user.client.answer(putSecret, { params: { name: 'TOKEN' }, body });
    expect([created.status, created.json]).toMatchObject([
      201,
      { name: 'TOKEN', version: 1, description: 'of the bank' },
    ]);
    const replaced = await user.client.answer(putSecret, {
      params: { name: 'TOKEN' },
      body: { value: 'second value' },
    });
    expect([replaced.status, replaced.json]).toMatchObject([200, { version: 2, description: 'of the bank' }]);
    const [only, ...others] = await list(user);
    expect(others).toEqual([]);
    expect(only).toEqual({ ...(replaced.json as object), lastUsedAt: null });
  });

  test('comes back in no answer and stands in no file or log', async () => {
    const user = await newUser();
    const value = 'sentinel-of-a-secret-value-4711';
    const answers = [
      await user.client.answer(putSecret, { params: { name: 'SENTINEL' }, body: { value } }),
      await user.client.answer(listSecrets),
      await user.client.answer(listAuditLog),
      await user.client.answer(putSecret, { params: { name: 'SENTINEL' }, body: { value, more: value } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 400]);
    for (const { text } of answers) expect(text).not.toContain(value);
    for (const content of filesOf(daemon().config.dataDir)) expectAbsent(content, value);
    expect(await daemon().readLog()).not.toContain('SENTINEL');
  });

  test('that is too short to be masked says so', async () => {
    const user = await newUser();
    expect(await put(user, 'SHORT', { value: '12345' })).toMatchObject({ masked: false });
    expect(await put(user, 'SHORT', { value: '123456' })).not.toHaveProperty('masked');
    expect(await put(user, 'SHORT', { value: '😀😀😀' })).toMatchObject({ masked: false });
  });

  test('is removed when it is deleted, and a new one can have its name', async () => {
    const user = await newUser();
    await put(user, 'A', { value: 'one', description: 'old' });
    await put(user, 'A', { value: 'two' });
    await user.client.call(deleteSecret, { params: { name: 'A' } });
    expect(await list(user)).toEqual([]);
    expect(await user.client.refusal(deleteSecret, { params: { name: 'A' } })).toMatchObject({
      code: 'secret_not_found',
    });
    expect(await put(user, 'A', { value: 'three' })).toMatchObject({ version: 1, description: '' });
  });

  test('leaves a trace of everything that is done with it', async () => {
    const user = await newUser();
    await put(user, 'A', { value: 'one' });
    await put(user, 'A', { value: 'two' });
    await list(user);
    await user.client.call(deleteSecret, { params: { name: 'A' } });
    const rows = (await actions(user)).filter(({ action }) => action.startsWith('secret.'));
    const actor = { kind: 'apiKey', id: expect.any(String) };
    expect(
      rows
        .toReversed()
        .map(({ action, resource_type, resource_id, metadata }) => [action, resource_type, resource_id, metadata]),
    ).toEqual([
      ['secret.create', 'secret', 'A', { name: 'A', actor }],
      ['secret.update', 'secret', 'A', { name: 'A', version: 2, actor }],
      ['secret.list', 'secret', null, { actor }],
      ['secret.delete', 'secret', 'A', { name: 'A', actor }],
    ]);
  });

  test('of one account is not there for another', async () => {
    const [owner, stranger] = [await newUser(), await newUser()];
    await put(owner, 'MINE', { value: 'of the owner' });
    expect(await list(stranger)).toEqual([]);
    expect(await stranger.client.refusal(deleteSecret, { params: { name: 'MINE' } })).toMatchObject({ status: 404 });
    expect(await put(stranger, 'MINE', { value: 'of the stranger' })).toMatchObject({ version: 1 });
    expect((await list(owner))[0]).toMatchObject({ version: 1 });
  });

  test('is deleted with its account', async () => {
    const user = await newUser();
    await put(user, 'A', { value: 'one' });
    await user.session.call(deleteAccount, { body: { password: user.password } });
    const { read } = daemon().core.database;
    expect(read.all('SELECT 1 FROM secrets WHERE account_id = ?', [user.id])).toEqual([]);
  });

  test('needs the scope of secrets', async () => {
    const user = await newUser();
    const narrow = await clientWith(user, ['execute', 'admin']);
    for (const spec of [putSecret, listSecrets, deleteSecret]) {
      const body = spec === putSecret ? { value: 'x' } : undefined;
      const refused = await narrow.refusal(spec, { params: { name: 'A' }, ...(body && { body }) });
      expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('"secrets"') });
    }
  });

  test('opens in no other row, account or version than its own', async () => {
    const user = await newUser();
    await put(user, 'A', { value: 'one value' });
    await put(user, 'B', { value: 'two value' });
    daemon().core.database.transaction((db) => {
      db.run(
        `UPDATE secrets SET sealed_value = (SELECT sealed_value FROM secrets WHERE name = 'B' AND account_id = :id)
         WHERE name = 'A' AND account_id = :id`,
        { id: user.id },
      );
    });
    const body = { language: 'python', code: 'print(1)', secrets: ['A'] };
    expect(await user.client.refusal(execute, { body })).toMatchObject({ code: 'item_rolled_back' });
  });
});

describe('bad input', () => {
  test.each([
    ['lower', 'a', true],
    ['with 128 characters', 'A'.repeat(128), true],
    ['with 129 characters', 'A'.repeat(129), false],
    ['with a digit first', '1A', false],
    ['with a dash', 'A-B', false],
    ['with a slash', 'A/B', false],
    ['with NUL', 'A\0', false],
    ['with an emoji', 'A😀', false],
    ['PATH', 'PATH', false],
    ['HOME', 'HOME', false],
    ['LD_PRELOAD', 'LD_PRELOAD', false],
    ['__proto__', '__proto__', false],
  ])('a name %s', async (_, name, isGood) => {
    const user = await newUser();
    const answer = await user.client.answer(putSecret, { params: { name }, body: { value: 'something' } });
    expect(answer.status).toBe(isGood ? 201 : 400);
  });

  test.each([
    ['no value', {}, false],
    ['an empty value', { value: '' }, false],
    ['one byte', { value: 'x' }, true],
    ['64 KiB', { value: 'x'.repeat(65_536) }, true],
    ['64 KiB and one byte', { value: 'x'.repeat(65_537) }, false],
    ['64 KiB of two-byte characters and one byte', { value: `${'é'.repeat(32_768)}x` }, false],
    ['a NUL', { value: 'a\0b' }, false],
    ['half a character', { value: 'a\ud800' }, false],
    ['a number', { value: 1 }, false],
    ['an unknown field', { value: 'x', title: 'A' }, false],
    ['a description of 1,000 characters', { value: 'x', description: 'd'.repeat(1000) }, true],
    ['a description of 1,001 characters', { value: 'x', description: 'd'.repeat(1001) }, false],
  ])('%s', async (_, body, isGood) => {
    const user = await newUser();
    const answer = await user.client.answer(putSecret, { params: { name: 'A' }, body });
    expect(answer.status).toBe(isGood ? 201 : 400);
    expect(await list(user)).toHaveLength(isGood ? 1 : 0);
  });
});

function filesOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}
