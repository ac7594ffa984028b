/** The cause of a change and the rights that it widens: fields of all rows of the audit log, or of some actions. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { editSecret, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile();

async function rowsOf(user: TestUser) {
  return (await user.session.call(listAuditLog)).logs.toReversed();
}

it('every row after the login names the credential', async () => {
  const user = await daemon().newUser();
  await user.session.call(putSecret, { params: { name: 'A' }, body: { value: 'one value' } });
  const { apiKey, id } = await user.session.call(createApiKey, { body: { name: 'k', scopes: ['secrets'] } });
  await user.client.with(asKey(apiKey)).call(putSecret, { params: { name: 'B' }, body: { value: 'one value' } });
  const rows = await rowsOf(user);
  const [session] = rows.filter(({ action }) => action === 'secret.create');
  expect(session?.metadata.actor).toEqual({ kind: 'session', id: expect.any(String) });
  expect(rows.findLast(({ action }) => action === 'secret.create')?.metadata.actor).toEqual({ kind: 'apiKey', id });
  expect(rows.filter(({ metadata }) => metadata.actor === undefined).map(({ action }) => action)).toEqual([
    'auth.register',
  ]);
});

it('rows have the limits and the end of a new key, and the hosts of a secret', async () => {
  const user = await daemon().newUser();
  const expiresAt = new Date(daemon().clock.now() + 3_600_000).toISOString();
  const rights = { scopes: ['execute' as const], secretNames: ['A'], networkHosts: ['api.example.com'], expiresAt };
  await user.session.call(createApiKey, { body: { name: 'narrow', ...rights } });
  const hosts = [{ host: 'api.example.com', in: ['x-api-key'] }];
  await user.session.call(putSecret, { params: { name: 'A' }, body: { value: 'a long and random value', hosts } });
  const wider = [...hosts, { host: 'b.example.com' }];
  await user.session.call(editSecret, { params: { name: 'A' }, body: { hosts: wider } });
  const rows = await rowsOf(user);
  const last = (action: string) => rows.findLast((row) => row.action === action)?.metadata;
  expect(last('api_key.create')).toMatchObject({ name: 'narrow', ...rights });
  expect(last('secret.create')).toMatchObject({ name: 'A', hosts });
  expect(last('secret.edit')).toMatchObject({ fields: ['hosts'], hosts: wider });
});

it('an agent that calls itself daemon is not taken for it', async () => {
  const user = await daemon().newUser();
  const { client: agent } = await connectAgent(daemon().url, user, { name: 'daemon' });
  await agent.callTool({ name: 'list_secret_names', arguments: {} });
  await agent.close();
  const row = (await rowsOf(user)).at(-1);
  expect(row).toMatchObject({ action: 'secret.list', metadata: { actor: { kind: 'apiKey' }, agent: 'daemon' } });
});
