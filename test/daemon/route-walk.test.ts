/** Every route that is mounted, tried by everyone who may not use it. A new route is walked without being named here. */
import type { Express } from 'express';
import { describe, expect, inject, it } from 'vitest';
import { listSessions } from '../../src-shared/contracts/accounts.contract.ts';
import { listApiKeys } from '../../src-shared/contracts/api-keys.contract.ts';
import { execute, listExecutions } from '../../src-shared/contracts/executions.contract.ts';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import { asBearer, asKey, pathOf, readRefusal, sendingOf } from '../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../support/daemon/test-daemon.ts';
import { hasIpv6 } from '../support/network/has-ipv6.ts';
import { type DaemonAddress, type Sending, send } from '../support/network/http-send.ts';

const daemon = testDaemonOfFile();
/** Pages that anyone may have, outside of the operations: the interface and the API's own page. */
const openPages = [
  '/',
  '/assets/:name',
  '/icon.svg',
  '/docs',
  '/docs/show-api.js',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/favicon-32x32.png',
];

const routes = (): readonly EndpointSpec[] => daemon().daemon.app.mounted;
const closedRoutes = () => routes().filter((spec) => spec.access !== 'open');

/** A request of the right form, so that nothing but what the test is about can refuse it first. */
function plausible(spec: EndpointSpec, headers: Record<string, string> = {}): Sending {
  return sendingOf(spec, { headers, ...(spec.body && { body: {} }) });
}

async function refuse(
  spec: EndpointSpec,
  headers: Record<string, string>,
  target: string | DaemonAddress = daemon().url,
) {
  return { route: `${spec.method} ${spec.path}`, ...readRefusal(await send(target, plausible(spec, headers))) };
}

/** The three addresses of the same app: each must pass every check. */
const addresses: [string, () => DaemonAddress][] = [
  ['at the port', () => ({ url: daemon().url })],
  ['at the socket', () => ({ url: daemon().url, socketPath: daemon().daemon.socketPath })],
  ...(hasIpv6
    ? ([['at [::1]', () => ({ url: daemon().url, address: '::1' })]] as [string, () => DaemonAddress][])
    : []),
];

describe('the walk', () => {
  it('sees every route that the router holds', () => {
    const held = routesOf(daemon().daemon.app.express);
    const known = new Set([...routes().map((spec) => spec.path), ...openPages]);
    expect(held.length).toBeGreaterThan(20);
    expect(held.filter((path) => !known.has(path as never))).toEqual([]);
  });

  it('finds the operations of more than one contract', () => {
    expect(new Set(routes().map((spec) => spec.tag)).size).toBeGreaterThan(4);
  });
});

describe.each(addresses)('every route %s', (name, address) => {
  const some = <Value>(values: readonly Value[]) =>
    name === 'at the port' ? values : [...values.slice(0, 1), ...values.slice(-1)];

  it('answers where it is asked', async () => {
    expect((await send(address(), sendingOf(readHealth, {}))).status).toBe(200);
  });

  it('refuses another Host, before anything else', async () => {
    const { port } = daemon();
    const hosts = [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `[::1]:${port}`, `0.0.0.0:${port}`];
    for (const spec of routes())
      for (const host of some(hosts))
        expect(await refuse(spec, { host }, address()), host).toMatchObject({ code: 'wrong_host' });
  });

  it('refuses a foreign Origin and a foreign fetch site', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${daemon().port + 1}` },
      { origin: `https://127.0.0.1:${daemon().port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const spec of routes())
      for (const headers of some(foreign))
        expect(await refuse(spec, headers, address())).toMatchObject({ code: 'foreign_origin' });
  });

  it('that is not open refuses a request without a credential', async () => {
    for (const spec of closedRoutes()) {
      const refusal = await refuse(spec, {}, address());
      expect(refusal, refusal.route).toMatchObject({ code: 'unauthorized' });
      expect(refusal.headers['www-authenticate']).toBe('Bearer');
    }
  });
});

describe('every route', () => {
  it('sends no CORS header, and is neither cached nor sniffed', async () => {
    const origin = `http://127.0.0.1:${daemon().port}`;
    for (const spec of routes()) {
      const { headers } = await send(daemon().url, plausible(spec, { origin }));
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('answers another method with 405 and the methods that it has', async () => {
    for (const path of new Set(routes().map((spec) => spec.path))) {
      const methods = routes()
        .filter((spec) => spec.path === path)
        .map((spec) => spec.method as string);
      const other = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !methods.includes(method));
      for (const method of other) {
        const answer = await send(daemon().url, { method, path: pathOf(path) });
        expect(readRefusal(answer), `${method} ${path}`).toMatchObject({ code: 'method_not_allowed' });
        expect(answer.headers.allow?.split(', ').toSorted()).toEqual(methods.toSorted());
      }
    }
  });
});

describe('every route that is not open', () => {
  it('refuses a wrong credential with the same words as a missing one', async () => {
    const user = await daemon().newUser();
    const [first] = closedRoutes();
    if (first === undefined) throw new Error('no route is closed');
    const { message } = await refuse(first, {});
    for (const spec of closedRoutes())
      for (const credential of wrongCredentials(user)) {
        const refusal = await refuse(spec, credential);
        expect(refusal, `${refusal.route} ${JSON.stringify(credential)}`).toMatchObject({
          code: 'unauthorized',
          // Refresh reads one header only, and says so.
          message: spec.access === 'refresh' ? expect.stringContaining('Authorization: Bearer') : message,
        });
      }
  });

  it('says of an API key in the Authorization header how it is sent', async () => {
    const { apiKey } = await daemon().newUser();
    for (const spec of closedRoutes()) {
      const refusal = await refuse(spec, asBearer(apiKey));
      const message = expect.stringContaining('send it in the x-api-key header');
      expect(refusal, refusal.route).toMatchObject({ code: 'unauthorized', message });
    }
  });

  it("refuses another account's id as one that is not there, and leaves what it names alone", async () => {
    const [owner, stranger] = [await daemon().newUser(), await daemon().newUser()];
    const owned = await idsOf(owner);
    for (const spec of closedRoutes().filter((candidate) => candidate.path.includes('/:')))
      for (const id of ['none-such', '0', '-1', ...owned]) {
        const { credential } = spec.access === 'session' ? stranger.session : stranger.client;
        const input = { params: { id, name: id, language: 'python', path: 'out.txt' }, ...(spec.body && { body: {} }) };
        const refusal = readRefusal(await send(daemon().url, sendingOf(spec, input, credential)));
        expect([400, 404], `${spec.method} ${spec.path} ${id}`).toContain(refusal.status);
      }
    expect(await idsOf(owner)).toEqual(expect.arrayContaining(owned));
  });

  it('that needs a scope refuses a key that has all but this one, and names it', async () => {
    const { client } = await daemon().newUser();
    const all = ['execute', 'secrets', 'packages', 'vault', 'audit', 'generate', 'admin'];
    for (const scope of all) {
      const scopes = all.filter((candidate) => candidate !== scope);
      const { json } = await client.send({
        method: 'POST',
        path: '/api/v1/api-keys',
        body: { name: `all but ${scope}`, scopes },
      });
      const { apiKey } = json as { apiKey: string };
      for (const spec of closedRoutes().filter((candidate) => candidate.access === scope)) {
        const refusal = await refuse(spec, asKey(apiKey));
        expect(refusal, refusal.route).toMatchObject({ code: 'forbidden' });
        expect(refusal.message).toContain(`"${scope}"`);
      }
    }
  });

  it('that needs a session refuses an API key', async () => {
    const { client } = await daemon().newUser();
    for (const spec of closedRoutes().filter(({ access }) => access === 'session'))
      expect(await refuse(spec, client.credential)).toMatchObject({ code: 'forbidden' });
  });
});

describe.each(addresses)('the open pages %s', (_, address) => {
  it('refuse another Host and a foreign Origin as well', async () => {
    for (const path of [...openPages, '/no/such/page']) {
      const rebound = await send(address(), { path, headers: { host: 'evil.example' } });
      expect(readRefusal(rebound)).toMatchObject({ code: 'wrong_host' });
      const foreign = await send(address(), { path, headers: { origin: 'https://evil.example' } });
      expect(readRefusal(foreign)).toMatchObject({ code: 'foreign_origin' });
    }
  });
});

describe('the open pages', () => {
  it('give no file from outside of their folders', async () => {
    const tricks = ['/docs/../package.json', '/docs/%2e%2e/%2e%2e/package.json', '/docs/..%2f..%2fpackage.json'];
    for (const path of [...tricks, '/docs/.git', '/docs//etc/passwd', '/docs/%00', '/docs/%', '/docs/index.html%00.js'])
      expect([400, 404], path).toContain((await send(daemon().url, { path })).status);
  });
});

/** The ids of everything that a user has: a session, an API key and, where code can be executed, a run. */
async function idsOf({ client, session }: TestUser): Promise<string[]> {
  if (inject('engine') !== null) await client.call(execute, { body: { language: 'bash', code: 'echo > out.txt' } });
  const { sessions } = await session.call(listSessions);
  const { apiKeys } = await client.call(listApiKeys);
  const { executions } = await client.call(listExecutions);
  return [...sessions, ...apiKeys, ...executions].map(({ id }) => id);
}

function wrongCredentials({ token, apiKey }: TestUser): Record<string, string>[] {
  const [head, payload, signature] = token.split('.') as [string, string, string];
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  return [
    asKey(''),
    asKey('srk_x'),
    asKey(`${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`),
    asKey(token),
    asBearer('x'),
    asBearer(unsigned),
    asBearer(`${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
    { authorization: `Basic ${Buffer.from(`user:${token}`).toString('base64')}` },
    { authorization: token },
    { cookie: `token=${token}` },
  ];
}

interface Layer {
  route?: { path: string };
  handle: { stack?: Layer[] };
}

/** Every path in express' own stacks, with or without the contract's knowledge. */
function routesOf(app: Express): string[] {
  const walk = (stack: Layer[]): string[] =>
    stack.flatMap(({ route, handle }) => (route ? [route.path] : walk(handle.stack ?? [])));
  return [...new Set(walk((app.router as unknown as { stack: Layer[] }).stack))];
}
