/** Endpoints that are slow, down, broken or hostile: each gives a clear error, nothing hangs, nothing confidential leaks. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { cancelGeneration, generate, readGenerationEvents } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { openEventStream } from '../../support/event-stream.ts';
import * as model from '../../support/network/model-endpoint.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const endpoint = model.modelEndpointOfFile();
const key = 'sk-sentinel-of-a-bad-endpoint';
const prompt = 'A sentinel of a prompt: print a number.';
const body = { prompt, language: 'python', execute: false };
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
});
beforeEach(() => setUp({}));

const setUp = (more: object) =>
  user.client.call(putProvider, {
    params: { id: 'p' },
    body: { baseUrl: endpoint().url, model: 'test-model', apiKey: key, ...more },
  });
const refusal = () => user.client.refusal(generate, { body });
const stream = (more: object = {}) =>
  openEventStream(daemon().url, {
    method: 'POST',
    path: '/api/v1/generate',
    headers: user.client.credential,
    body: { ...body, ...more },
  });

describe('an endpoint that', () => {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

  it.each<[what: string, reply: model.Reply, code: string]>([
    ['answers 401', model.fail(401, { message: `Incorrect API key provided: ${key}` }), 'model_key_refused'],
    ['answers 403', model.fail(403), 'model_key_refused'],
    ['has no such model', model.fail(404), 'unknown_model'],
    ['refuses the request in every form', model.fail(400, { message: prompt }), 'model_failed'],
    ['answers 500', model.fail(500, { message: prompt }), 'model_failed'],
    ['answers 502 with a page', model.fail(502, { body: '<html>Bad gateway</html>' }), 'model_failed'],
    ['redirects', model.fail(307, { headers: { location: 'http://127.0.0.1:1/' } }), 'model_unreachable'],
    ['breaks off in the middle', model.cutOff, 'model_failed'],
    ['ends before the model did', model.say('```python\nprint(1)\n```', { finish: null }), 'model_failed'],
    [
      'sends an error in the stream',
      model.raw(`data: ${JSON.stringify({ error: { message: key } })}\n\n`),
      'model_failed',
    ],
    ['sends broken JSON', model.raw('data: {"choices":[{"del\n\n'), 'model_failed'],
    ['sends JSON of the wrong types', model.raw('data: {"choices":"none"}\n\ndata: [DONE]\n\n'), 'model_failed'],
    ['sends a list for a text', model.raw(chunk({ content: ['x'] })), 'model_failed'],
    ['sends a page for a stream', model.raw('<html>hello</html>', 'text/html'), 'model_failed'],
    ['sends nothing', model.raw(''), 'model_failed'],
    ['refuses with a sentence', model.say('I am sorry, but I cannot help with that.'), 'no_code_in_answer'],
    ['refuses in its own field', model.refuse('I cannot help with that.'), 'model_refused'],
    ['refuses by a filter', model.say('print(1', { finish: 'content_filter' }), 'model_refused'],
    ['refuses in structured output', model.sayStructured('', 'That is not possible.'), 'no_code_in_answer'],
    ['comes to the end of its tokens', model.say('```python\nprint(1', { finish: 'length' }), 'no_code_in_answer'],
    ['never ends its answer', model.endlessText, 'answer_too_large'],
    ['sends a line without an end', model.endless('x'.repeat(65_536)), 'answer_too_large'],
    ['sends 10 MB in one piece', model.raw(chunk({ content: 'x'.repeat(10_000_000) }, 'stop')), 'answer_too_large'],
    ['sends 10 MB in small ones', model.raw(chunk({ content: 'x'.repeat(1000) }).repeat(10_000)), 'answer_too_large'],
  ])('%s', async (_what, reply, code) => {
    endpoint().answer(reply);
    const refused = await refusal();
    expect(refused.code, refused.message).toBe(code);
    expect(JSON.stringify(refused)).not.toContain(key);
    expect(refused.message).not.toContain('sentinel');
  });

  it('accepts no more requests is reported with its Retry-After', async () => {
    endpoint().answer(model.fail(429, { headers: { 'retry-after': '17' } }));
    const refused = await refusal();
    expect(refused).toMatchObject({ code: 'model_rate_limited', headers: { 'retry-after': '17' } });
    endpoint().answer(model.fail(429, { headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } }));
    const seconds = Number((await refusal()).headers['retry-after']);
    expect(seconds).toBeGreaterThan(40);
    expect(seconds).toBeLessThanOrEqual(60);
    // Nothing was tried again behind the caller's back.
    expect(endpoint().requests).toHaveLength(2);
  });

  it('is not there', async () => {
    const stopped = await model.startModelEndpoint();
    await stopped.close();
    await setUp({ baseUrl: stopped.url });
    expect(await refusal()).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringMatching(/no server listens/),
    });
    await setUp({ baseUrl: 'http://no-such-host.invalid' });
    expect(await refusal()).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringMatching(/unknown host name/),
    });
  });
});

describe('a generation under way', () => {
  it('is cancelled at once, and its connection with it', async () => {
    endpoint().answer(model.hang);
    const events = await stream();
    const started = await events.next();
    expect(started).toMatchObject({ id: 1, event: 'started', data: { id: expect.stringMatching(/^gen_/) } });
    await until(() => endpoint().requests.length === 1);
    const params = { id: started?.data.id };
    expect((await user.client.answer(cancelGeneration, { params })).status).toBe(204);
    expect((await events.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'generation_cancelled' } },
    });
    await until(async () => (await endpoint().connections()) === 0);
    expect(await user.client.refusal(cancelGeneration, { params })).toMatchObject({ code: 'generation_finished' });
  });

  it('is cancelled when the client of a JSON request disconnects', async () => {
    endpoint().answer(model.hang);
    const client = new AbortController();
    const asking = user.client.answer(generate, { body, signal: client.signal });
    await until(() => endpoint().requests.length === 1);
    client.abort();
    await expect(asking).rejects.toThrow();
    await until(async () => (await endpoint().connections()) === 0);
  });

  it('continues when its stream is dropped, and can be resumed', async () => {
    let finish = () => {};
    endpoint().answer(async (response, request) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await model.sayStructured('print(42)\n')(response, request);
    });
    const first = await stream();
    const started = await first.next();
    await until(() => endpoint().requests.length === 1);
    first.drop();
    finish();
    const again = await openEventStream(daemon().url, {
      path: `/api/v1/generations/${started?.data.id}/events`,
      headers: { ...user.client.credential, 'last-event-id': '1' },
    });
    const events = await again.rest();
    expect(events[0]).toMatchObject({ id: 2, event: 'attempt', data: { attempt: 1, model: 'test-model' } });
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { code: 'print(42)\n' } });
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 2));
  });

  it('cannot be followed or cancelled by another account', async () => {
    endpoint().answer(model.hang);
    const events = await stream();
    const params = { id: (await events.next())?.data.id };
    const { client } = await daemon().newUser();
    for (const spec of [cancelGeneration, readGenerationEvents])
      expect(await client.refusal(spec, { params })).toMatchObject({ code: 'generation_not_found' });
    await user.client.answer(cancelGeneration, { params });
  });

  it('is no other key’s to follow or to cancel, if that may not use every secret', async () => {
    endpoint().answer(model.hang);
    const params = { id: (await (await stream()).next())?.data.id };
    const keyWith = async (scopes: string[]) => {
      const narrow = { name: 'narrow', scopes, secretNames: ['A'] };
      return user.client.with(asKey((await user.client.call(createApiKey, { body: narrow })).apiKey));
    };
    const narrow = await keyWith(['generate']);
    for (const spec of [cancelGeneration, readGenerationEvents])
      expect(await narrow.refusal(spec, { params })).toMatchObject({ code: 'generation_not_found' });
    const auditor = await keyWith(['generate', 'audit']);
    expect(await auditor.refusal(cancelGeneration, { params })).toMatchObject({ code: 'forbidden' });
    await user.client.answer(cancelGeneration, { params });
  });

  it('streams code as it is written, then the whole of it', async () => {
    endpoint().answer(model.sayFenced('a = 1\nprint(a)\n'));
    const events = await (await stream()).rest();
    const dataOf = (event: string) => events.filter((received) => received.event === event).map(({ data }) => data);
    expect(dataOf('code').length).toBeGreaterThan(1);
    expect(
      dataOf('code')
        .map(({ text }) => text)
        .join(''),
    ).toBe('a = 1\nprint(a)\n');
    expect(
      dataOf('words')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Here it is:\n\n');
    expect(dataOf('generated')).toEqual([{ attempt: 1, code: 'a = 1\nprint(a)\n' }]);
    expect(events.at(-1)?.event).toBe('finished');
  });

  it('is one of at most eight', async () => {
    endpoint().answer(model.hang);
    const streams = await Promise.all(Array.from({ length: 8 }, () => stream()));
    const ids = await Promise.all(streams.map(async (events) => (await events.next())?.data.id));
    expect(await refusal()).toMatchObject({ code: 'too_many_generations', headers: { 'retry-after': '10' } });
    await Promise.all(ids.map((id) => user.client.answer(cancelGeneration, { params: { id } })));
  });
});

describe('what is left of it', () => {
  it('is a row in the audit log before anything leaves, and no key or prompt in the log', async () => {
    endpoint().answer(model.fail(500));
    await refusal();
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({ action: 'code.generate', metadata: { prompt, provider: 'p' } });
    expect(JSON.stringify(logs)).not.toContain(key);
    const log = await daemon().readLog();
    expect(log).toContain('/api/v1/generate');
    expect(log).not.toContain('sentinel');
  });
});
