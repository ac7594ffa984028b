import { describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import {
  deleteProvider,
  listProviders,
  putProvider,
  testProvider,
} from '../../../../src-shared/contracts/providers.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { expectAbsent } from '../../../support/expect-absent.ts';
import { modelEndpointOfFile } from '../../../support/network/model-endpoint.ts';
import { providersOfFile } from './providers-of-file.ts';

const daemon = testDaemonOfFile();
const endpoint = modelEndpointOfFile();
const key = 'sk-sentinel-of-a-provider-key';
const { user, list, put, test } = providersOfFile(daemon);

describe('a provider', () => {
  it('is stored without revealing its key', async () => {
    const answer = await user().client.answer(putProvider, {
      params: { id: 'p' },
      body: { baseUrl: 'http://127.0.0.1:1', model: 'm', apiKey: key },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ id: 'p', hasKey: true, default: true, timeoutMs: 120_000 });
    const { logs } = await user().client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({
      action: 'provider.update',
      resource_id: 'p',
      metadata: { name: 'p', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', hasKey: true },
    });
    const read = daemon().core.database.read.all('SELECT * FROM providers');
    for (const text of [answer.text, JSON.stringify(await list()), JSON.stringify(logs), await daemon().readLog()])
      expect(text).not.toContain(key);
    expectAbsent(JSON.stringify(read), key);
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
    const refusal = await user().client.refusal(putProvider, { params: { id: 'p' }, body: { baseUrl, model: 'm' } });
    expect(refusal.code).toBe('invalid_request');
    expect(new Set(refusal.details.map(({ path }) => path))).toEqual(new Set(['baseUrl']));
  });

  it('keeps its key in a change without it, but not for another host', async () => {
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    expect(await put('p', { baseUrl: `${endpoint().url}/v1`, model: 'test-model' })).toMatchObject({ hasKey: true });
    await test();
    expect(endpoint().requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(await put('p', { baseUrl: 'http://127.0.0.1:1', model: 'm' })).toMatchObject({ hasKey: false });
    expect(await put('p', { baseUrl: endpoint().url, model: 'm' })).toMatchObject({ hasKey: false });
    await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: key });
    expect(await put('p', { baseUrl: endpoint().url, model: 'm', apiKey: null })).toMatchObject({ hasKey: false });
  });

  it('has the default time limit again when a change sets none', async () => {
    const body = { baseUrl: 'http://127.0.0.1:1', model: 'm' };
    expect(await put('p', { ...body, timeoutMs: 1000 })).toMatchObject({ timeoutMs: 1000 });
    expect(await put('p', body)).toMatchObject({ timeoutMs: 120_000 });
  });

  it('is the default where it is the first, is text to be, or is what is left', async () => {
    const body = { baseUrl: 'http://127.0.0.1:1', model: 'm' };
    for (const id of ['a', 'b', 'c']) await put(id, body);
    const defaults = async () => (await list()).filter((provider) => provider.default).map(({ id }) => id);
    expect(await defaults()).toEqual(['a']);
    await put('c', { ...body, default: true });
    expect(await defaults()).toEqual(['c']);
    await user().client.call(deleteProvider, { params: { id: 'c' } });
    expect(await defaults()).toEqual(['a']);
    expect((await list()).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('cannot be seen, tested or deleted by another account', async () => {
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
    expect(await user().client.refusal(putProvider, { params: { id: 'one-more' }, body })).toMatchObject({
      code: 'too_many_providers',
    });
  });
});
