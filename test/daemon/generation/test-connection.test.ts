/** The result of a connection test for each kind of model endpoint. */
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import {
  fail,
  modelEndpointOfFile,
  type Reply,
  raw,
  say,
  sayStructured,
  silence,
  startModelEndpoint,
} from '../../support/network/model-endpoint.ts';
import { providersOfFile } from './providers/providers-of-file.ts';

const daemon = testDaemonOfFile();
const endpoint = modelEndpointOfFile();
const key = 'sk-sentinel-of-a-provider-key';
const { put, test } = providersOfFile(daemon);

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

  it('reports an unknown model', async () => {
    await put('p', { baseUrl: endpoint().url, model: 'no-such-model' });
    expect(await test()).toMatchObject({ outcome: 'unknown_model', models: ['other-model', 'test-model'] });
  });

  it('reports an unknown host name', async () => {
    await put('p', { baseUrl: 'http://no-such-host.invalid', model: 'm' });
    expect(await test()).toMatchObject({ outcome: 'dns' });
  });

  it('reports a port without a server', async () => {
    const stopped = await startModelEndpoint();
    await stopped.close();
    await put('p', { baseUrl: stopped.url, model: 'm' });
    expect(await test()).toMatchObject({ outcome: 'refused' });
  });

  it('reports a server without TLS', async () => {
    await put('p', { baseUrl: endpoint().url.replace('http', 'https'), model: 'm' });
    expect(await test()).toMatchObject({ outcome: 'tls' });
  });

  it('distinguishes a missing key from a rejected one', async () => {
    expect(await looksLike(fail(401))).toMatchObject({
      outcome: 'unauthorized',
      message: expect.stringMatching(/none is set/),
    });
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    const result = await test();
    expect(result).toMatchObject({ outcome: 'unauthorized' });
    expect(JSON.stringify(result)).not.toContain(key);
  });

  it('reports an endpoint without a list of models whose model answers', async () => {
    endpoint().answer(raw(JSON.stringify({ choices: [{ message: { content: 'OK' } }] }), 'application/json'));
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'no_models' });
  });

  it('reports an unknown model of an endpoint without a list', async () => {
    endpoint().answer(fail(404));
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'unknown_model' });
  });

  const ok = raw(JSON.stringify({ choices: [{ message: { content: 'OK' } }] }), 'application/json');
  const parametersSeen = () => endpoint().requests.flatMap(({ json }) => (json ? [Object.keys(json).slice(2)] : []));

  it.each([
    ['the first limit', [fail(400), ok], [['max_tokens'], ['max_completion_tokens']]],
    ['both limits', [fail(400), fail(422), say('OK')], [['max_tokens'], ['max_completion_tokens'], ['stream']]],
  ])('reports a model that refuses %s and then answers', async (_what, replies, seen) => {
    endpoint().answer(...replies);
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'no_models' });
    expect(parametersSeen()).toEqual(seen);
  });

  it('reports a question that is refused in every form, with the reason', async () => {
    endpoint().answer(fail(400, { message: 'no credit' }));
    const result = await looksLike(fail(501));
    expect(result).toMatchObject({ outcome: 'refused_request', message: expect.stringContaining('no credit') });
    expect(result.message).not.toContain('has no model');
  });

  it.each([
    ['an empty list', '{"object":"list","data":[]}'],
    ['a list that is null', '{"object":"list","data":null}'],
    ['an empty array', '[]'],
  ])('asks the model of an endpoint with %s', async (_what, body) => {
    endpoint().answer(ok);
    expect(await looksLike(raw(body, 'application/json'))).toMatchObject({ outcome: 'no_models' });
  });

  it.each([
    ['in an array', '[{"id":"test-model"}]'],
    ['with a tag', '{"data":[{"id":"test-model:latest"}]}'],
    ['with a prefix', '{"data":[{"id":"models/test-model"}]}'],
  ])('finds a model that is listed %s', async (_what, body) => {
    expect(await looksLike(raw(body, 'application/json'))).toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['a page', raw('<!doctype html><title>Router</title>', 'text/html')],
    ['other JSON', raw('{"hello":"world"}', 'application/json')],
    ['broken JSON', raw('{"data":[', 'application/json')],
    ['JSON of the wrong types', raw('{"data":[{"id":7}]}', 'application/json')],
  ])('distinguishes %s from an OpenAI-compatible server', async (_what, reply) => {
    expect(await looksLike(reply)).toMatchObject({ outcome: 'not_openai' });
  });

  it('reports a server with neither of the two operations', async () => {
    endpoint().answer(fail(404, { body: 'Not Found' }));
    expect(await looksLike(fail(404, { body: 'Not Found' }))).toMatchObject({ outcome: 'not_openai' });
  });

  it.each([
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('reports status %i as %s', async (status, outcome) => {
    expect(await looksLike(fail(status))).toMatchObject({ outcome });
  });

  it('reports an endpoint that never answers', async () => {
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
