/** A key with `secretNames`: it sees and changes these secrets, and none besides. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { deleteSecret, listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile();

async function userWithSecrets(...names: string[]): Promise<TestUser> {
  const user = await daemon().newUser();
  for (const name of names) await put(user.client, name);
  return user;
}

async function narrowKey(user: TestUser, secretNames: string[]) {
  const body = { name: 'narrow', scopes: ['secrets'], secretNames };
  const { apiKey } = await user.session.call(createApiKey, { body });
  return { apiKey, client: user.client.with(asKey(apiKey)) };
}

const put = (client: ApiClient, name: string, value = 'a value of some length') =>
  client.call(putSecret, { params: { name }, body: { value } });
const listed = async (client: ApiClient) => (await client.call(listSecrets)).secrets.map(({ name }) => name);

it('lists only its names', async () => {
  const user = await userWithSecrets('MINE', 'OTHER');
  const { client } = await narrowKey(user, ['MINE', 'LATER']);
  expect(await listed(client)).toEqual(['MINE']);
  expect(await listed((await narrowKey(user, [])).client)).toEqual([]);
  expect(await listed(user.client)).toEqual(['MINE', 'OTHER']);
});

it('creates, replaces and deletes its names', async () => {
  const user = await userWithSecrets('MINE');
  const { client } = await narrowKey(user, ['MINE', 'LATER']);
  expect(await put(client, 'MINE', 'another value')).toMatchObject({ version: 2 });
  expect(await put(client, 'LATER')).toMatchObject({ version: 1 });
  for (const name of ['MINE', 'LATER'])
    expect((await client.answer(deleteSecret, { params: { name } })).status).toBe(204);
  expect(await listed(user.client)).toEqual([]);
});

it('is refused every other name, existing or not, and the error lists the allowed names', async () => {
  const user = await userWithSecrets('OTHER');
  const { client } = await narrowKey(user, ['MINE', 'LATER']);
  for (const spec of [putSecret, deleteSecret]) {
    const messages = [];
    for (const name of ['OTHER', 'NONE']) {
      const refused = await client.refusal(spec, {
        params: { name },
        ...(spec === putSecret && { body: { value: 'stolen place' } }),
      });
      expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('MINE, LATER') });
      messages.push(refused.message.replace(name, 'NAME'));
    }
    expect(messages[0]).toBe(messages[1]);
  }
  const [kept] = (await user.client.call(listSecrets)).secrets;
  expect(kept).toMatchObject({ name: 'OTHER', version: 1 });
  const { logs } = await user.client.call(listAuditLog);
  expect(logs.filter(({ action }) => /secret\.(update|delete)/.test(action))).toEqual([]);
});

it('gets at most twenty of its names in the error', async () => {
  const user = await daemon().newUser();
  const names = Array.from({ length: 50 }, (_, index) => `N${index}`);
  const { client } = await narrowKey(user, names);
  const { message } = await client.refusal(deleteSecret, { params: { name: 'OTHER' } });
  expect(message).toContain('N19 and 30 more');
});

it('gets the same names as an agent', async () => {
  const user = await userWithSecrets('MINE', 'OTHER');
  const { client } = await connectAgent(daemon().url, await narrowKey(user, ['MINE']));
  const { structuredContent } = await client.callTool({ name: 'list_secret_names', arguments: {} });
  expect(structuredContent).toEqual({ secrets: [{ name: 'MINE', description: '' }] });
  await client.close();
});
