/**
 * If-Match and If-None-Match of a PUT (RFC 9110, 13.1): what is there already is replaced only where the caller knows
 * it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { deleteSecret, listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { readCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const { vectors } = JSON.parse(readFileSync(new URL('../../vectors/zk.json', import.meta.url), 'utf8'));

const kinds = [
  { spec: putSecret, params: { name: 'API_TOKEN' }, body: { value: 'a value of some length' } },
  {
    spec: storeCode,
    params: { name: 'report' },
    body: { encryptedPayload: vectors[0].payload, language: 'python' },
  },
  { spec: putProvider, params: { id: 'local' }, body: { baseUrl: 'http://127.0.0.1:11434', model: 'm' } },
];
const named = kinds.map((kind) => [`${kind.spec.method} ${kind.spec.path}`, kind] as const);
const onlyNew = { 'if-none-match': '*' };

describe.each(named)('%s', (_, { spec, params, body }) => {
  const put = (user: TestUser, headers = {}) => user.client.answer(spec, { params, body, headers });
  const refusal = (user: TestUser, headers: Record<string, string>) =>
    user.client.refusal(spec, { params, body, headers });

  test('creates only where the name is free, and changes nothing where it is taken', async () => {
    const user = await daemon().newUser();
    const created = await put(user, onlyNew);
    expect([created.status, created.headers.etag]).toEqual([201, '"1"']);
    const before = await user.client.call(listAuditLog);
    const refused = await refusal(user, onlyNew);
    expect(refused).toMatchObject({ status: 412, code: 'precondition_failed', details: [{ path: 'If-None-Match' }] });
    expect(refused.message).toContain('already, at version 1');
    expect(await user.client.call(listAuditLog)).toEqual(before);
    const replaced = await put(user);
    expect([replaced.status, replaced.headers.etag]).toEqual([200, '"2"']);
  });

  test('replaces only the version that the caller names', async () => {
    const user = await daemon().newUser();
    expect(await refusal(user, { 'if-match': '*' })).toMatchObject({
      code: 'precondition_failed',
      details: [{ path: 'If-Match' }],
    });
    const first = (await put(user)).headers.etag ?? '';
    expect((await put(user, { 'if-match': first })).headers.etag).toBe('"2"');
    const refused = await refusal(user, { 'if-match': first });
    expect(refused).toMatchObject({ code: 'precondition_failed', details: [{ path: 'If-Match' }] });
    expect(refused.message).toContain('at version 2 now');
    expect((await put(user, { 'if-match': '"1", "2"' })).status).toBe(200);
    expect((await put(user, { 'if-match': '*' })).status).toBe(200);
    expect((await put(user, { 'if-none-match': '"1"' })).status).toBe(200);
  });

  test('lets exactly one of two creations at the same time win', async () => {
    const user = await daemon().newUser();
    const answers = await Promise.all(Array.from({ length: 4 }, () => put(user, onlyNew)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412, 412, 412]);
  });

  test('refuses a malformed header as a 400 that names it', async () => {
    const user = await daemon().newUser();
    for (const name of ['If-Match', 'If-None-Match'])
      for (const value of ['1', '"1', 'W/"1"', '"1",', '* , "1"', '""1""', `"${'x'.repeat(2000)}"`]) {
        const refused = await refusal(user, { [name.toLowerCase()]: value });
        expect(refused, value).toMatchObject({ code: 'invalid_request', details: [{ path: name }] });
        expect(refused.message).toContain(name);
      }
  });
});

test('another account has no part in a condition', async () => {
  const [one, other] = [await daemon().newUser(), await daemon().newUser()];
  for (const { spec, params, body } of kinds) {
    await one.client.answer(spec, { params, body });
    expect((await other.client.answer(spec, { params, body, headers: onlyNew })).status, spec.path).toBe(201);
  }
});

test('a conditional PUT does not create a secret that was deleted', async () => {
  const user = await daemon().newUser();
  const [secret] = kinds.map(({ params, body }) => ({ params, body })) as [{ params: { name: string }; body: object }];
  const { version } = await user.client.call(putSecret, secret);
  await user.client.call(deleteSecret, { params: secret.params });
  const refused = await user.client.refusal(putSecret, { ...secret, headers: { 'if-match': `"${version}"` } });
  expect(refused).toMatchObject({
    code: 'precondition_failed',
    message: expect.stringContaining('does not exist any more'),
  });
  expect((await user.client.call(listSecrets)).secrets).toEqual([]);
});

test('reading stored code returns its revision as the entity tag', async () => {
  const user = await daemon().newUser();
  const stored = { params: { name: 'report' }, body: kinds[1]?.body };
  await user.client.call(storeCode, stored);
  await user.client.call(storeCode, stored);
  const read = (query = {}) => user.client.answer(readCode, { params: stored.params, query });
  expect((await read()).headers.etag).toBe('"2"');
  expect((await read({ revision: 1 })).headers.etag).toBe('"1"');
});

test('the OpenAPI document has the headers of both directions', async () => {
  const { json } = await daemon().client.send({ path: '/api/v1/openapi.json' });
  const { paths } = json as { paths: Record<string, Record<string, Documented>> };
  const { parameters, responses } = paths['/api/v1/secrets/{name}']?.put ?? { parameters: [], responses: {} };
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  expect(headers.map(({ name, required = false }) => [name, required])).toEqual([
    ['If-Match', false],
    ['If-None-Match', false],
  ]);
  expect(Object.keys(responses['201']?.headers ?? {})).toEqual(['ETag']);
  expect(Object.keys(responses)).toContain('412');
});

interface Documented {
  parameters: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { headers?: object }>;
}
