import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { argon2id } from '../../../src-daemon/crypto/argon2.ts';
import { deleteAccount } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import * as contract from '../../../src-shared/contracts/vault.contract.ts';
import { openCode } from '../../../src-shared/zk/zk-code.ts';
import type { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const { encryptCode, storeCode, listCode, readCode, listCodeRevisions, deleteCode, executeCode } = contract;
const daemon = testDaemonOfFile();
const { vectors }: { vectors: { payload: ZKPayload }[] } = JSON.parse(
  readFileSync(new URL('../../vectors/zk.json', import.meta.url), 'utf8'),
);
const [first, second] = vectors.map(({ payload }) => payload) as [ZKPayload, ZKPayload];

async function newUser(): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  return daemon().newUser();
}

const input = (more: object = {}) => ({
  encryptedPayload: first,
  language: 'python',
  description: 'a script',
  ...more,
});
const store = (user: TestUser, name: string, body: object = input()) =>
  user.client.answer(storeCode, { params: { name }, body });
const read = (user: TestUser, name: string, query = {}) => user.client.call(readCode, { params: { name }, query });

describe('encrypted code', () => {
  test('is stored with 201, replaced with 200, and given back as it came', async () => {
    const user = await newUser();
    const created = await store(user, 'My script.v1', input({ language: 'py' }));
    expect([created.status, created.json]).toEqual([
      201,
      { name: 'My script.v1', language: 'python', description: 'a script', stored: true, zeroKnowledge: true },
    ]);
    const replaced = await store(user, 'My script.v1', { encryptedPayload: second, language: 'bash' });
    expect([replaced.status, replaced.json]).toMatchObject([200, { language: 'bash', description: 'a script' }]);
    const { encryptedPayload, ...metadata } = await read(user, 'My script.v1');
    expect(encryptedPayload).toEqual(second);
    expect((await user.client.call(listCode)).code).toEqual([metadata]);
    expect(metadata).toMatchObject({ name: 'My script.v1', revision: 2, size: 0, language: 'bash' });
  });

  test('keeps its twenty newest revisions', async () => {
    const user = await newUser();
    for (let revision = 1; revision <= 23; revision++) {
      const body = input({ description: `of ${revision}`, encryptedPayload: revision % 2 ? first : second });
      await store(user, 'many', body);
    }
    const { revisions } = await user.client.call(listCodeRevisions, { params: { name: 'many' } });
    expect(revisions.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index));
    expect(await read(user, 'many', { revision: 5 })).toMatchObject({ description: 'of 5', encryptedPayload: first });
    expect(await read(user, 'many', { revision: 4 })).toMatchObject({ description: 'of 4', encryptedPayload: second });
    for (const revision of [3, 24])
      expect(await user.client.refusal(readCode, { params: { name: 'many' }, query: { revision } })).toMatchObject({
        code: 'code_not_found',
      });
  });

  test('is deleted with all its revisions, and with its account', async () => {
    const user = await newUser();
    await store(user, 'a');
    await store(user, 'a');
    await store(user, 'b');
    await user.client.call(deleteCode, { params: { name: 'a' } });
    for (const spec of [readCode, listCodeRevisions, deleteCode])
      expect(await user.client.refusal(spec, { params: { name: 'a' } })).toMatchObject({ code: 'code_not_found' });
    const count = () =>
      daemon().core.database.read.get<{ kept: number }>(
        `SELECT count(*) AS kept FROM encrypted_code_revisions WHERE code_id IN
           (SELECT id FROM encrypted_code WHERE account_id = ?)`,
        [user.id],
      )?.kept;
    expect(count()).toBe(1);
    await user.session.call(deleteAccount, { body: { password: user.password } });
    expect(count()).toBe(0);
  });

  test('is deleted only at the revision that the request names', async () => {
    const user = await newUser();
    await store(user, 'a');
    await store(user, 'a');
    const remove = (revision: number) =>
      user.client.answer(deleteCode, { params: { name: 'a' }, headers: { 'If-Match': `"${revision}"` } });
    expect(await remove(1)).toMatchObject({ status: 412, json: { error: { code: 'precondition_failed' } } });
    expect(await read(user, 'a')).toMatchObject({ revision: 2 });
    expect((await remove(2)).status).toBe(204);
    expect((await remove(2)).status).toBe(404);
  });

  test('leaves a trace of everything that is done with it', async () => {
    const user = await newUser();
    await store(user, 'a');
    await user.client.call(listCode);
    await read(user, 'a');
    await user.client.call(deleteCode, { params: { name: 'a' } });
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 4 } });
    const actor = { kind: 'apiKey', id: expect.any(String) };
    expect(logs.toReversed().map(({ action, resource_id, metadata }) => [action, resource_id, metadata])).toEqual([
      ['zk.store', 'a', { name: 'a', language: 'python', revision: 1, actor }],
      ['zk.list', null, { actor }],
      ['zk.read', 'a', { name: 'a', revision: 1, actor }],
      ['zk.delete', 'a', { name: 'a', actor }],
    ]);
  });

  test('of one account is not there for another', async () => {
    const [owner, stranger] = [await newUser(), await newUser()];
    await store(owner, 'mine');
    for (const spec of [readCode, listCodeRevisions, deleteCode])
      expect(await stranger.client.refusal(spec, { params: { name: 'mine' } })).toMatchObject({ status: 404 });
    const body = { masterPassword: 'x' };
    expect(await stranger.client.refusal(executeCode, { params: { name: 'mine' }, body })).toMatchObject({
      code: 'code_not_found',
    });
    expect((await stranger.client.call(listCode)).code).toEqual([]);
    expect((await store(stranger, 'mine')).status).toBe(201);
    expect(await read(owner, 'mine')).toMatchObject({ revision: 1 });
  });
});

describe('the helper', () => {
  test('encrypts what the same password opens, and keeps nothing', async () => {
    const user = await newUser();
    const body = { masterPassword: 'ein gutes Paßwort', code: 'print("é")' };
    const { encryptedPayload } = await user.client.call(encryptCode, { body });
    expect(await openCode(argon2id, body.masterPassword, encryptedPayload)).toBe(body.code);
    expect((await user.client.call(listCode)).code).toEqual([]);
  });

  test.each([
    ['an empty password', { masterPassword: '', code: 'x' }],
    ['a password of 1,025 bytes', { masterPassword: 'x'.repeat(1025), code: 'x' }],
    ['code of 1 MiB and a byte', { masterPassword: 'x', code: 'x'.repeat(1024 * 1024 + 1) }],
    ['half a character', { masterPassword: 'x', code: '\ud800' }],
    ['no code', { masterPassword: 'x' }],
  ])('refuses %s', async (_, body) => {
    const user = await newUser();
    expect(await user.client.refusal(encryptCode, { body })).toMatchObject({ code: 'invalid_request' });
  });
});

describe('bad input', () => {
  test.each([
    ['of one character', 'a', true],
    ['of 128 characters', 'a'.repeat(128), true],
    ['of 129 characters', 'a'.repeat(129), false],
    ['of 300 characters', 'a'.repeat(300), false],
    ['with a space, a dot and a dash', 'a b.c-d_e', true],
    ['that begins with a dot', '.a', false],
    ['that climbs', '../a', false],
    ['in a folder', 'a/b c/_d.py', true],
    ['in seven folders', 'a/a/a/a/a/a/a/a', true],
    ['in eight folders', 'a/a/a/a/a/a/a/a/a', false],
    ['of 201 characters with a folder', `${'a'.repeat(100)}/${'b'.repeat(100)}`, false],
    ['with an empty folder', 'a//b', false],
    ['with / at its end', 'a/', false],
    ['with / at its beginning', '/a', false],
    ['with .. in it', 'a/../b', false],
    ['with . in it', 'a/./b', false],
    ['that begins with a dash', '-a', false],
    ['with NUL', 'a\0b', false],
    ['with a line end', 'a\n', false],
    ['with an emoji', 'a😀', false],
  ])('a name %s', async (_, name, isGood) => {
    const user = await newUser();
    expect((await store(user, name)).status).toBe(isGood ? 201 : 400);
  });

  test.each([
    ['version 2', input({ encryptedPayload: { ...first, v: 2 } }), 400],
    ['a further field in the payload', input({ encryptedPayload: { ...first, kdf: 'weak' } }), 400],
    ['a salt that is not canonical', input({ encryptedPayload: { ...first, salt: first.salt.slice(0, 22) } }), 400],
    ['a short nonce', input({ encryptedPayload: { ...first, nonce: first.salt } }), 400],
    ['plain code', input({ encryptedPayload: 'print(1)' }), 400],
    ['the code in addition to the payload', input({ code: 'print(1)' }), 400],
    ['an unknown language', input({ language: 'klingon' }), 422],
    ['a description of 1,001 characters', input({ description: 'd'.repeat(1001) }), 400],
  ])('%s', async (_, body, status) => {
    const user = await newUser();
    expect((await store(user, 'a', body)).status).toBe(status);
    expect((await user.client.call(listCode)).code).toEqual([]);
  });

  test('a payload of 17 MB is refused by its size', async () => {
    const user = await newUser();
    const body = input({ encryptedPayload: { ...first, ciphertext: 'A'.repeat(17_000_000) } });
    expect((await store(user, 'a', body)).status).toBe(413);
  });

  test('a key without the scope of the vault, or without that of runs, is refused', async () => {
    const user = await newUser();
    await store(user, 'a');
    const call = async (scopes: string[], spec: typeof executeCode | typeof listCode) => {
      const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', scopes } });
      const narrow = user.client.with(asKey(apiKey));
      return narrow.refusal(spec, {
        params: { name: 'a' },
        ...(spec === executeCode && { body: { masterPassword: 'x' } }),
      });
    };
    expect(await call(['execute'], listCode)).toMatchObject({ message: expect.stringContaining('"vault"') });
    expect(await call(['execute'], executeCode)).toMatchObject({ message: expect.stringContaining('"vault"') });
    expect(await call(['vault'], executeCode)).toMatchObject({ message: expect.stringContaining('"execute"') });
  });
});
