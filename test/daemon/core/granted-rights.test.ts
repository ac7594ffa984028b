/** Keys, rules and settings that a key makes can do no more than the key: tables over all rights, given or not. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src-daemon/core/actor.ts';
import { type GrantedRights, requireGrantable } from '../../../src-daemon/core/granted-rights.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type Scope, scopes } from '../../../src-shared/scopes.ts';
import { examplePayload } from '../../../src-shared/zk/zk-payload.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const names = ['A', 'B', 'A_LATER_SECRET'];
const hosts = ['a.example.com', 'b.example.com', 'a-later-host.example.com'];
const listsOf = (all: string[]) => [null, [], all.slice(0, 1), all.slice(0, 2)];

interface Rights {
  scopes: readonly Scope[];
  secretNames: readonly string[] | null;
  networkHosts: readonly string[] | null;
}

function* everyRights(): Generator<Rights> {
  for (const own of [
    ['execute', 'admin'],
    ['execute', 'admin', 'secrets'],
    ['admin', 'secrets'],
  ] as const)
    for (const secretNames of listsOf(names))
      for (const networkHosts of listsOf(hosts)) yield { scopes: own, secretNames, networkHosts };
}

const actorOf = ({ scopes: own, ...rights }: Rights): Actor => ({
  accountId: 1,
  credential: { kind: 'apiKey', id: 'k', expiresAt: null },
  scopes: new Set(own),
  ...rights,
  accountKey: new Uint8Array(32),
  client: { ipAddress: '127.0.0.1', userAgent: null, source: 'api' },
});

/** Everything that a program with these rights can reach. */
function reachOf({ scopes: own, secretNames, networkHosts }: Rights): Set<string> {
  const secrets = secretNames ?? (own.includes('secrets') ? names : []);
  return new Set([...own, ...secrets.map((name) => `secret ${name}`), ...(networkHosts ?? hosts)]);
}

function isGranted(maker: Rights, granted: GrantedRights): boolean {
  try {
    requireGrantable(actorOf(maker), granted);
    return true;
  } catch {
    return false;
  }
}

describe('the rights of what a key makes', () => {
  it('reach no further than the rights of the key, whichever are present', () => {
    let count = 0;
    for (const maker of everyRights())
      for (const made of everyRights()) {
        const reach = reachOf(maker);
        const isWider = [...reachOf(made)].some((one) => !reach.has(one));
        if (isWider) expect(isGranted(maker, made), JSON.stringify({ maker, made })).toBe(false);
        count++;
      }
    expect(count).toBe(48 * 48);
  });

  it('are those that the key has itself', () => {
    for (const maker of everyRights()) {
      expect(isGranted(maker, maker), JSON.stringify(maker)).toBe(true);
      expect(isGranted(maker, {})).toBe(true);
    }
  });
});

async function newKey(client: ApiClient, body: object): Promise<ApiClient> {
  const { apiKey } = await client.call(createApiKey, { body: { name: 'maker', ...body } });
  return client.with(asKey(apiKey));
}

describe('a key without the scope secrets', () => {
  it('makes no key that uses a secret, so that no run of it prints one', async () => {
    const { client } = await daemon().newUser();
    await client.call(putSecret, { params: { name: 'X' }, body: { value: 'a value that stays' } });
    const maker = await newKey(client, { scopes: ['execute', 'admin'] });
    const refused = await maker.refusal(createApiKey, {
      body: { name: 'child', scopes: ['execute'], secretNames: ['X'] },
    });
    expect(refused).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('lacks the scope "secrets"'),
      details: [{ path: 'secretNames' }],
    });
    const child = await newKey(maker, { scopes: ['execute'], secretNames: [] });
    const body = { language: 'python', code: 'print(1)', secrets: ['X'] };
    expect(await child.refusal(execute, { body })).toMatchObject({ code: 'forbidden' });
  });

  it('stores no script whose rules use a secret', async () => {
    const { client } = await daemon().newUser();
    const maker = await newKey(client, { scopes: ['execute', 'vault'] });
    const rule = { host: 'api.example.com', secrets: ['X'] };
    expect(await refusalOfScript(maker, rule)).toMatchObject({
      code: 'forbidden',
      details: [{ path: 'network.allow[0].secrets' }],
    });
    expect(await refusalOfScript(maker, { host: 'api.example.com' })).toBeUndefined();
  });
});

describe('a key with networkHosts', () => {
  const own = { scopes: [...scopes], networkHosts: ['*.example.com'] };

  it('stores no script whose rules allow another host', async () => {
    const { client } = await daemon().newUser();
    const maker = await newKey(client, own);
    expect(await refusalOfScript(maker, { host: 'evil.example.net' })).toMatchObject({
      code: 'forbidden',
      details: [{ path: 'network.allow[0].host' }],
    });
    expect(await refusalOfScript(maker, { host: 'api.example.com' })).toBeUndefined();
  });

  it('gives the account no more network than it has, and may send settings back', async () => {
    const { client } = await daemon().newUser();
    const ceiling = [{ host: 'other.example.net' }];
    await client.call(updateSettings, { body: { network: { ceiling } } });
    const maker = await newKey(client, own);
    const refusals: [object, string][] = [
      [{ network: { allowed: true } }, 'network.allowed'],
      [{ network: { ceiling: [...ceiling, { host: '*' }] } }, 'network.ceiling[1].host'],
      [{ network: { ceiling: [{ host: 'other.example.net', ports: [22] }] } }, 'network.ceiling[0].host'],
      [{ installer: { pipIndexUrl: 'https://evil.example.net/simple' } }, 'installer'],
    ];
    for (const [body, path] of refusals)
      expect(await maker.refusal(updateSettings, { body })).toMatchObject({ code: 'forbidden', details: [{ path }] });
    const wider = [...ceiling, { host: 'api.example.com' }];
    await maker.call(updateSettings, { body: { network: { ceiling: wider, allowed: false } } });
    const { network } = await maker.call(updateSettings, { body: { network: { ceiling: [] } } });
    expect(network.ceiling).toEqual([]);
  });

  it('sends prompts of the account to no other host', async () => {
    const { client } = await daemon().newUser();
    const maker = await newKey(client, own);
    const put = (baseUrl: string) => ({ params: { id: 'p' }, body: { baseUrl, model: 'm' } });
    expect(await maker.refusal(putProvider, put('https://evil.example.net/v1'))).toMatchObject({
      code: 'forbidden',
      details: [{ path: 'baseUrl' }],
    });
    await maker.call(putProvider, put('https://models.example.com/v1'));
  });
});

/** Stores a script with one rule. Returns the error; undefined if it was stored. */
async function refusalOfScript(client: ApiClient, rule: object) {
  const body = { language: 'python', encryptedPayload: examplePayload, network: { allow: [rule] } };
  const answer = await client.answer(storeCode, { params: { name: 'script' }, body });
  return answer.status < 300 ? undefined : (answer.json as { error: unknown }).error;
}
