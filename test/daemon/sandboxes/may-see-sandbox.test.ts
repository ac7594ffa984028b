/** Which credentials see which sandboxes, over every operation on one sandbox and every tool of agents. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import type { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import {
  createSandbox,
  deleteSandbox,
  listSandboxes,
  readSandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { Scope } from '../../../src-shared/scopes.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { scriptEngine } from '../../support/engine/scripted-engine.ts';
import { send } from '../../support/network/http-send.ts';
import { operationOn, sandboxOperations } from '../../support/sandboxes/operations.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const rule = { host: 'a.example.com' };
/** The sandboxes; `own` is made by the credential of each row, all others by the session. */
const requests = {
  none: { env: { PRIVATE: 'x' } },
  full: { network: 'full' },
  rules: { network: { allow: [rule] } },
  address: { network: { allow: [{ ...rule, address: '10.0.0.1' }] } },
  asks: { network: { allow: [rule], onBlocked: 'ask' } },
  bound: { network: { allow: [{ ...rule, secrets: ['TOKEN'] }] } },
  secret: { secrets: ['PLAIN'] },
} satisfies Record<string, CreateSandboxRequest>;
type Kind = keyof typeof requests;
const kinds = Object.keys(requests) as Kind[];

interface Rights {
  scopes: Scope[];
  secretNames?: string[];
  networkHosts?: string[];
}
const rows: [string, Rights, Kind[]][] = [
  ['every secret', { scopes: ['execute', 'secrets'] }, ['none', 'full', 'rules', 'asks', 'bound', 'secret']],
  ['no scope for secrets', { scopes: ['execute', 'audit', 'vault'] }, []],
  ['some secrets', { scopes: ['execute', 'secrets'], secretNames: ['PLAIN', 'TOKEN'] }, []],
  ['no secret', { scopes: ['execute', 'secrets'], secretNames: [] }, []],
  ['no host', { scopes: ['execute', 'secrets'], networkHosts: [] }, ['none', 'secret']],
  [
    'the host',
    { scopes: ['execute', 'secrets'], networkHosts: ['a.example.com'] },
    ['none', 'rules', 'bound', 'secret'],
  ],
  [
    'a pattern',
    { scopes: ['execute', 'secrets'], networkHosts: ['*.example.com'] },
    ['none', 'rules', 'bound', 'secret'],
  ],
  ['another host', { scopes: ['execute', 'secrets'], networkHosts: ['b.example.com'] }, ['none', 'secret']],
];

let user: TestUser;
let ids: Record<Kind, string>;
const create = async (client: ApiClient, body: CreateSandboxRequest) => (await client.call(createSandbox, { body })).id;
const operations = () => sandboxOperations(daemon().daemon.app.mounted);

async function keyWith(rights: Rights) {
  const { apiKey } = await user.session.call(createApiKey, { body: { name: 'key', ...rights } });
  return { apiKey, client: daemon().client.with(asKey(apiKey)) };
}

beforeAll(async () => {
  scriptEngine(daemon().core.engine);
  user = await daemon().newUser();
  const ceiling = [{ host: '*.example.com' }];
  await user.session.call(updateSettings, {
    body: { network: { allowed: true, ceiling }, sandboxes: { perAccount: 32 } },
  });
  const hosts = [{ host: 'a.example.com' }];
  const value = 'a-long-value-0123456789';
  await user.session.call(putSecret, { params: { name: 'TOKEN' }, body: { value, hosts } });
  await user.session.call(putSecret, { params: { name: 'PLAIN' }, body: { value } });
  const made = await Promise.all(kinds.map(async (kind) => [kind, await create(user.session, requests[kind])]));
  ids = Object.fromEntries(made);
});

async function expectHidden(id: string, client: ApiClient): Promise<void> {
  for (const spec of operations()) {
    const answer = await send(daemon().url, operationOn(spec, id, client.credential));
    expect(answer, `${spec.method} ${spec.path}`).toMatchObject({
      ...{ status: 404, json: { error: { code: 'sandbox_not_found' } } },
    });
  }
}

describe.each(rows)('a key with %s', (_, rights, seen) => {
  it('sees exactly the sandboxes that it could have created, and its own', async () => {
    const { client } = await keyWith(rights);
    const own = await create(client, {});
    const { sandboxes } = await client.call(listSandboxes);
    const kindOf = (id: string) => (id === own ? 'own' : kinds.find((kind) => ids[kind] === id));
    expect(sandboxes.map(({ id }) => kindOf(id)).toSorted()).toEqual([...seen, 'own'].toSorted());
    for (const kind of seen) expect((await client.call(readSandbox, { params: { id: ids[kind] } })).id).toBe(ids[kind]);
    for (const kind of kinds.filter((each) => !seen.includes(each))) await expectHidden(ids[kind], client);
    await client.call(deleteSandbox, { params: { id: own } });
    expect((await client.refusal(readSandbox, { params: { id: own } })).code).toBe('sandbox_ended');
  });
});

it('the walk has all operations on a sandbox', () => {
  expect(operations().length).toBeGreaterThan(25);
});

it('a session sees them all, and those of every key', async () => {
  const { client } = await keyWith({ scopes: ['execute'], networkHosts: [] });
  const own = await create(client, {});
  const { sandboxes } = await user.session.call(listSandboxes);
  expect(sandboxes.map(({ id }) => id)).toEqual(expect.arrayContaining([own, ...Object.values(ids)]));
  await user.session.call(deleteSandbox, { params: { id: own } });
});

it('another account sees none', async () => {
  const { client, session } = await daemon().newUser();
  await expectHidden(ids.none, client);
  expect((await session.call(listSandboxes)).sandboxes).toEqual([]);
});

it('the end of a sandbox is reported only to those who saw it', async () => {
  const id = await create(user.session, requests.rules);
  const [seeing, blind] = [
    await keyWith({ scopes: ['execute', 'secrets'], networkHosts: ['a.example.com'] }),
    await keyWith({ scopes: ['execute', 'secrets'], networkHosts: [] }),
  ];
  await user.session.call(deleteSandbox, { params: { id } });
  expect((await seeing.client.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_ended');
  expect((await blind.client.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_not_found');
  daemon().core.database.transaction((db) =>
    db.run('UPDATE sandboxes SET network = NULL, credential_id = NULL WHERE id = ?', [id]),
  );
  // A row of an older version says nothing of its network.
  expect((await seeing.client.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_not_found');
  expect((await user.session.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_ended');
});

it('every tool of agents that takes a sandbox refuses one that its key does not see', async () => {
  const { apiKey } = await keyWith({ scopes: ['execute', 'secrets'], networkHosts: [] });
  const { client } = await connectAgent(daemon().url, { apiKey });
  const inputs = { code: '1', shell: 'true', path: 'a', content: 'x' };
  const { tools } = await client.listTools();
  const taking = tools.filter(({ inputSchema }) => 'sandboxId' in (inputSchema.properties ?? {}));
  expect(taking.length).toBeGreaterThan(5);
  for (const { name, inputSchema } of taking) {
    const known = Object.entries(inputs).filter(([input]) => input in (inputSchema.properties ?? {}));
    const args = { ...Object.fromEntries(known), sandboxId: ids.full };
    expect(await client.callTool({ name, arguments: args }), name).toMatchObject({
      ...{ isError: true, content: [{ text: expect.stringContaining('sandbox_not_found') }] },
    });
  }
  await client.close();
});
