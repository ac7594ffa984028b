/** API keys: several, named, each allowed no more than it says. */
import { describe, expect, it } from 'vitest';
import { verify } from '../../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import { listExecutions } from '../../../../src-shared/contracts/executions.contract.ts';
import { readSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { scopes } from '../../../../src-shared/scopes.ts';
import { type ApiClient, asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const hourMs = 3_600_000;

const newUser = (): Promise<TestUser> => daemon().newUser();

async function newKey(client: ApiClient, body: object): Promise<ApiClient & { id: string; text: string }> {
  const { apiKey, id } = await client.call(createApiKey, { body });
  return { ...client.with(asKey(apiKey)), id, text: apiKey };
}

describe('an API key', () => {
  it('is returned once, and later only its metadata', async () => {
    const { client } = await newUser();
    const made = await newKey(client, { name: 'for the shell', scopes: ['execute'], secretNames: ['TOKEN'] });
    const listed = await client.answer(listApiKeys);
    expect(made.text).toMatch(/^srk_[0-9A-Za-z]+_[0-9A-Za-z]+$/);
    expect(listed.text).not.toContain(made.text.slice(-40));
    expect((listed.json as { apiKeys: unknown[] }).apiKeys).toHaveLength(2);
    expect((listed.json as { apiKeys: unknown[] }).apiKeys).toContainEqual({
      id: made.id,
      name: 'for the shell',
      scopes: ['execute'],
      secretNames: ['TOKEN'],
      networkHosts: null,
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    });
  });

  it('of registration has every scope', async () => {
    const { client } = await newUser();
    const [first] = (await client.call(listApiKeys)).apiKeys;
    expect(first?.scopes.toSorted()).toEqual(scopes.toSorted());
  });

  it('can do what its scopes allow, and an error names the missing scope', async () => {
    const { client } = await newUser();
    const key = await newKey(client, { name: 'reader', scopes: ['audit'] });
    expect((await key.answer(listAuditLog)).status).toBe(200);
    expect((await key.answer(verify)).status).toBe(200);
    const refused = await key.refusal(listExecutions);
    expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('"execute"') });
  });

  it('ends at its date', async () => {
    const { client } = await newUser();
    const expiresAt = new Date(daemon().clock.now() + hourMs).toISOString();
    const key = await newKey(client, { name: 'short', scopes: ['audit'], expiresAt });
    expect((await key.call(verify)).expiresAt).toBe(expiresAt);
    daemon().clock.pass(hourMs);
    expect(await key.refusal(verify)).toMatchObject({ code: 'unauthorized' });
  });

  it('makes no key that outlives it', async () => {
    const { client } = await newUser();
    const expiresAt = new Date(daemon().clock.now() + hourMs).toISOString();
    const key = await newKey(client, { name: 'short', scopes: ['admin', 'audit'], expiresAt });
    const later = new Date(daemon().clock.now() + 2 * hourMs).toISOString();
    for (const end of [{}, { expiresAt: later }])
      expect(await key.refusal(createApiKey, { body: { name: 'x', scopes: ['audit'], ...end } })).toMatchObject({
        code: 'forbidden',
      });
    const made = await key.call(createApiKey, { body: { name: 'x', scopes: ['audit'], expiresAt } });
    expect(made.expiresAt).toBe(expiresAt);
  });

  it('cannot be made with an end in the past', async () => {
    const { client } = await newUser();
    const body = { name: 'late', scopes: ['audit'], expiresAt: new Date(daemon().clock.now() - 1).toISOString() };
    expect(await client.refusal(createApiKey, { body })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'expiresAt' }],
    });
  });

  it('takes a date with an offset, and no half one', async () => {
    const { client } = await newUser();
    const created = await client.call(createApiKey, {
      body: { name: 'abroad', scopes: ['audit'], expiresAt: '2099-12-31T23:00:00+02:00' },
    });
    expect(created.expiresAt).toBe('2099-12-31T21:00:00.000Z');
    for (const expiresAt of ['2099-12-31', 'tomorrow', 4102444800000, '2099-13-01T00:00:00Z'])
      expect(await client.refusal(createApiKey, { body: { name: 'x', scopes: ['audit'], expiresAt } })).toMatchObject({
        code: 'invalid_request',
      });
  });

  it('that is revoked is rejected at once and is not listed any more', async () => {
    const { client } = await newUser();
    const key = await newKey(client, { name: 'lost', scopes: ['audit'] });
    expect((await key.answer(verify)).status).toBe(200);
    expect(await client.call(revokeApiKey, { params: { id: key.id } })).toEqual({ sandboxesEnded: 0 });
    expect(await key.refusal(verify)).toMatchObject({ code: 'unauthorized' });
    expect((await client.call(listApiKeys)).apiKeys.map(({ id }) => id)).not.toContain(key.id);
    expect(await client.refusal(revokeApiKey, { params: { id: key.id } })).toMatchObject({ code: 'api_key_not_found' });
  });

  it('grants no scope that it lacks itself', async () => {
    const { client } = await newUser();
    const admin = await newKey(client, { name: 'admin only', scopes: ['admin'] });
    const refused = await admin.refusal(createApiKey, { body: { name: 'wider', scopes: ['admin', 'secrets'] } });
    expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('"secrets"') });
    expect((await admin.answer(createApiKey, { body: { name: 'as wide', scopes: ['admin'] } })).status).toBe(201);
  });

  it('that names its secrets grants no others', async () => {
    const { client } = await newUser();
    const narrow = await newKey(client, { name: 'narrow', scopes: ['admin', 'execute'], secretNames: ['A', 'B'] });
    const grant = (secretNames?: string[]) =>
      narrow.answer(createApiKey, {
        body: { name: 'child', scopes: ['execute'], ...(secretNames && { secretNames }) },
      });
    expect((await grant(['A'])).status).toBe(201);
    expect((await grant([])).status).toBe(201);
    expect((await grant(['A', 'C'])).status).toBe(403);
    expect((await grant()).status).toBe(403);
  });

  it('needs the admin scope to be made, listed and revoked', async () => {
    const { client } = await newUser();
    const key = await newKey(client, { name: 'all but admin', scopes: scopes.filter((scope) => scope !== 'admin') });
    for (const spec of [createApiKey, listApiKeys, revokeApiKey, readSettings])
      expect(await key.refusal(spec, { params: { id: key.id } })).toMatchObject({ code: 'forbidden' });
    expect((await key.answer(verify)).status).toBe(200);
  });

  it('is written to the audit log by its id and name when it is made and revoked, never by its text', async () => {
    const { client } = await newUser();
    const key = await newKey(client, { name: 'traced', scopes: ['audit'] });
    await client.answer(revokeApiKey, { params: { id: key.id } });
    const answer = await client.answer(listAuditLog);
    const { logs } = answer.json as { logs: object[] };
    expect(logs[0]).toMatchObject({ action: 'api_key.revoke', resource_id: key.id, metadata: { name: 'traced' } });
    expect(logs[1]).toMatchObject({
      action: 'api_key.create',
      resource_id: key.id,
      metadata: { name: 'traced', scopes: ['audit'] },
    });
    expect(answer.text).not.toContain(key.text.slice(-40));
  });

  it('is refused with a wrong shape, naming the field', async () => {
    const { client } = await newUser();
    const good = { name: 'good', scopes: ['audit'] };
    const bad: [object, string][] = [
      [{ ...good, name: '' }, 'name'],
      [{ ...good, name: 'x'.repeat(101) }, 'name'],
      [{ ...good, scopes: [] }, 'scopes'],
      [{ ...good, scopes: ['audit', 'audit'] }, 'scopes'],
      [{ ...good, scopes: ['root'] }, 'scopes[0]'],
      [{ ...good, secretNames: ['PATH'] }, 'secretNames[0]'],
      [{ ...good, secretNames: ['1X'] }, 'secretNames[0]'],
      [{ ...good, secretNames: Array.from({ length: 201 }, (_, index) => `N${index}`) }, 'secretNames'],
      [{ ...good, owner: 1 }, 'owner'],
    ];
    for (const [body, path] of bad)
      expect((await client.refusal(createApiKey, { body })).details[0], path).toMatchObject({ path });
    expect((await client.call(listApiKeys)).apiKeys).toHaveLength(1);
  });
});
