/** Model providers: what is kept of them, what is told of them, and what a look at each kind of endpoint says. */
import { createServer } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import {
  deleteProvider,
  listProviders,
  putProvider,
  testProvider,
} from '../../../src-shared/contracts/providers.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import {
  fail,
  modelEndpointOfFile,
  type Reply,
  raw,
  sayStructured,
  silence,
  startModelEndpoint,
} from '../../support/network/model-endpoint.ts';

const daemon = testDaemonOfFile();
const endpoint = modelEndpointOfFile();
const key = 'sk-sentinel-of-a-provider-key';
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
});
beforeEach(async () => {
  for (const { id } of await list()) await user.client.call(deleteProvider, { params: { id } });
});

const put = (id: string, body: object) => user.client.call(putProvider, { params: { id }, body });
const list = async () => (await user.client.call(listProviders)).providers;
const test = (id = 'p') => user.client.call(testProvider, { params: { id } });

describe('a provider', () => {
  it('is kept without telling its key to anybody', async () => {
    const answer = await user.client.answer(putProvider, {
      params: { id: 'p' },
      body: { baseUrl: 'http://127.0.0.1:1', model: 'm', apiKey: key },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ id: 'p', hasKey: true, default: true, timeoutMs: 120_000 });
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({
      action: 'provider.update',
      resource_id: 'p',
      metadata: { name: 'p', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', hasKey: true },
    });
    const read = daemon().core.database.read.all('SELECT * FROM providers');
    for (const told of [answer.text, JSON.stringify(await list()), JSON.stringify(logs), daemon().readLog()])
      expect(told).not.toContain(key);
    expect(Buffer.from(JSON.stringify(read)).includes(key)).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
    ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1'],
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
    ['http://127.0.0.1:11434/v1//', 'http://127.0.0.1:11434/v1'],
    ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
    ['https://example.com/v1beta/openai/', 'https://example.com/v1beta/openai'],
  ])('takes %s as %s', async (baseUrl, normal) => {
    expect(await put('p', { baseUrl, model: 'm' })).toMatchObject({ baseUrl: normal });
  });

  it.each([
    'http://user:password@127.0.0.1',
    'http://user@127.0.0.1',
    'http:/user:pw@127.0.0.1',
    'http://127.0.0.1\\@example.com',
    'http://127.0.0.1/v1?key=1',
    'http://127.0.0.1/v1#x',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'localhost:11434',
    '',
  ])('refuses the address %s', async (baseUrl) => {
    const refusal = await user.client.refusal(putProvider, { params: { id: 'p' }, body: { baseUrl, model: 'm' } });
    expect(refusal.code).toBe('invalid_request');
    expect(new Set(refusal.details.map(({ path }) => path))).toEqual(new Set(['baseUrl']));
  });

  it('keeps its key over a change that does not name it, but takes it to no other host', async () => {
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    expect(await put('p', { baseUrl: `${endpoint().url}/v1`, model: 'test-model' })).toMatchObject({ hasKey: true });
    await test();
    expect(endpoint().requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(await put('p', { baseUrl: 'http://127.0.0.1:1', model: 'm' })).toMatchObject({ hasKey: false });
    expect(await put('p', { baseUrl: endpoint().url, model: 'm' })).toMatchObject({ hasKey: false });
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    expect(await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: null })).toMatchObject({ hasKey: false });
  });

  it('has the usual time limit again when a change names none', async () => {
    const body = { baseUrl: 'http://127.0.0.1:1', model: 'm' };
    expect(await put('p', { ...body, timeoutMs: 1000 })).toMatchObject({ timeoutMs: 1000 });
    expect(await put('p', body)).toMatchObject({ timeoutMs: 120_000 });
  });

  it('is the default where it is the first, is told to be, or is what is left', async () => {
    const body = { baseUrl: 'http://127.0.0.1:1', model: 'm' };
    for (const id of ['a', 'b', 'c']) await put(id, body);
    const defaults = async () => (await list()).filter((provider) => provider.default).map(({ id }) => id);
    expect(await defaults()).toEqual(['a']);
    await put('c', { ...body, default: true });
    expect(await defaults()).toEqual(['c']);
    await user.client.call(deleteProvider, { params: { id: 'c' } });
    expect(await defaults()).toEqual(['a']);
    expect((await list()).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it("is another account's neither to see, to test nor to delete", async () => {
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    const { client } = await daemon().newUser();
    expect((await client.call(listProviders)).providers).toEqual([]);
    for (const spec of [testProvider, deleteProvider])
      expect(await client.refusal(spec, { params: { id: 'p' } })).toMatchObject({ code: 'provider_not_found' });
    expect(endpoint().requests).toEqual([]);
  });

  it('is one of at most 20', async () => {
    const body = { baseUrl: 'http://127.0.0.1:1', model: 'm' };
    for (let count = 0; count < 20; count++) await put(`p${count}`, body);
    expect(await user.client.refusal(putProvider, { params: { id: 'one-more' }, body })).toMatchObject({
      code: 'too_many_providers',
    });
  });
});

describe('the test of a connection', () => {
  const looksLike = async (reply: Reply) => {
    endpoint().answerModels(reply);
    await put('p', { baseUrl: endpoint().url, model: 'test-model', timeoutMs: 1000 });
    return test();
  };

  it('says that all is well, and which models there are', async () => {
    await put('p', { baseUrl: endpoint().url, model: 'test-model' });
    expect(await test()).toMatchObject({ outcome: 'ok', models: ['other-model', 'test-model'] });
  });

  it('takes a list that does not say that it is JSON', async () => {
    expect(await looksLike(raw('{"data":[{"id":"test-model"}]}', 'text/plain'))).toMatchObject({ outcome: 'ok' });
  });

  it('tells an unknown model', async () => {
    await put('p', { baseUrl: endpoint().url, model: 'no-such-model' });
    expect(await test()).toMatchObject({ outcome: 'unknown_model', models: ['other-model', 'test-model'] });
  });

  it('tells a name that nobody knows', async () => {
    await put('p', { baseUrl: 'http://no-such-host.invalid', model: 'm' });
    expect(await test()).toMatchObject({ outcome: 'dns' });
  });

  it('tells a port where nothing listens', async () => {
    const gone = await startModelEndpoint();
    await gone.close();
    await put('p', { baseUrl: gone.url, model: 'm' });
    expect(await test()).toMatchObject({ outcome: 'refused' });
  });

  it('tells a server without TLS', async () => {
    await put('p', { baseUrl: endpoint().url.replace('http', 'https'), model: 'm' });
    expect(await test()).toMatchObject({ outcome: 'tls' });
  });

  it('tells a key that is missing from one that is not taken', async () => {
    expect(await looksLike(fail(401))).toMatchObject({
      outcome: 'unauthorized',
      message: expect.stringMatching(/none is set/),
    });
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    const told = await test();
    expect(told).toMatchObject({ outcome: 'unauthorized' });
    expect(JSON.stringify(told)).not.toContain(key);
  });

  it('tells an endpoint without a list of models, whose model answers', async () => {
    endpoint().answer(raw(JSON.stringify({ choices: [{ message: { content: 'OK' } }] }), 'application/json'));
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'no_models' });
  });

  it('tells one without a list whose model is not there', async () => {
    endpoint().answer(fail(404));
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'unknown_model' });
  });

  it.each([
    ['a page', raw('<!doctype html><title>Router</title>', 'text/html')],
    ['other JSON', raw('{"hello":"world"}', 'application/json')],
    ['broken JSON', raw('{"data":[', 'application/json')],
    ['JSON of the wrong types', raw('{"data":[{"id":7}]}', 'application/json')],
  ])('tells %s from an OpenAI-compatible server', async (_what, reply) => {
    expect(await looksLike(reply)).toMatchObject({ outcome: 'not_openai' });
  });

  it('tells a server that has neither of the two', async () => {
    endpoint().answer(fail(404, { body: 'Not Found' }));
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'not_openai' });
  });

  it.each([
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('tells status %i as %s', async (status, outcome) => {
    expect(await looksLike(fail(status))).toMatchObject({ outcome });
  });

  it('tells one that never answers', async () => {
    expect(await looksLike(silence)).toMatchObject({ outcome: 'timeout' });
  });

  it('does not follow a redirect, which would take the key elsewhere', async () => {
    const seen: string[] = [];
    const thief = createServer((socket) => void socket.on('data', (data) => seen.push(String(data))));
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
    const { port } = thief.address() as { port: number };
    try {
      endpoint().answerModels(fail(307, { headers: { location: `http://127.0.0.1:${port}/v1/models` } }));
      await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
      expect(await test()).toMatchObject({ outcome: 'redirected' });
      expect(seen).toEqual([]);
    } finally {
      thief.close();
    }
  });

  it('sends nothing but what the protocol needs, whatever the environment of the client says', async () => {
    process.env.OPENAI_API_KEY = 'sk-of-the-environment';
    process.env.OPENAI_CUSTOM_HEADERS = 'x-leak: yes';
    process.env.OPENAI_ORG_ID = 'org-leak';
    try {
      endpoint().answerModels(fail(404, { body: '' }));
      endpoint().answer(sayStructured('x'));
      await put('p', { baseUrl: endpoint().url, model: 'm' });
      await test();
    } finally {
      for (const name of ['OPENAI_API_KEY', 'OPENAI_CUSTOM_HEADERS', 'OPENAI_ORG_ID']) delete process.env[name];
    }
    const names = new Set(endpoint().requests.flatMap(({ headers }) => Object.keys(headers)));
    const transport = [
      'host',
      'connection',
      'content-length',
      'accept-encoding',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
    ];
    expect([...names].filter((name) => !transport.includes(name)).toSorted()).toEqual(['accept', 'content-type']);
  });
});
