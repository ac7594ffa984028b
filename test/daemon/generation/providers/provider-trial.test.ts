/** An endpoint that is tested before it is stored. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { listProviders, putProvider, tryProvider } from '../../../../src-shared/contracts/providers.contract.ts';
import { asKey, createApiClient } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { fail, modelEndpointOfFile, raw, startModelEndpoint } from '../../../support/network/model-endpoint.ts';

const daemon = testDaemonOfFile();
const endpoint = modelEndpointOfFile();
const key = 'sk-sentinel-of-a-provider-key';
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
});
const trial = (body: object = {}) => user.client.call(tryProvider, { body: { baseUrl: endpoint().url, ...body } });
const sentKeys = () => endpoint().requests.map(({ headers }) => headers.authorization);

describe('the test of a provider before it is stored', () => {
  it('lists the models with the typed key, and stores nothing', async () => {
    expect(await trial({ apiKey: key })).toMatchObject({
      outcome: 'ok',
      message: expect.stringContaining('Choose one of its models.'),
      models: ['other-model', 'test-model'],
    });
    expect(sentKeys()).toEqual([`Bearer ${key}`]);
    expect(endpoint().requests.map(({ path }) => path)).toEqual(['/v1/models']);
    expect((await user.client.call(listProviders)).providers).toEqual([]);
  });

  it('checks a model that is named', async () => {
    expect(await trial({ model: 'no-such-model' })).toMatchObject({ outcome: 'unknown_model' });
    expect(await trial({ model: 'test-model' })).toMatchObject({ outcome: 'ok' });
  });

  it('says what to do without a list, and asks no model', async () => {
    endpoint().answerModels(raw('{"object":"list","data":[]}', 'application/json'));
    expect(await trial()).toMatchObject({
      outcome: 'no_models',
      message: expect.stringContaining('Enter the name of the model.'),
    });
    endpoint().answerModels(fail(404, { body: 'Not Found' }));
    expect(await trial()).toMatchObject({ outcome: 'not_openai' });
    expect(endpoint().requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('bounds the list, and repeats no key that the endpoint repeats', async () => {
    const models = Array.from({ length: 600 }, (_, index) => ({ id: `${index}`.padEnd(400, 'x') }));
    endpoint().answerModels(raw(JSON.stringify({ data: models }), 'application/json'));
    const listed = (await trial()).models ?? [];
    expect({ count: listed.length, longest: Math.max(...listed.map((name) => name.length)) }).toEqual({
      ...{ count: 500, longest: 256 },
    });
    endpoint().answerModels(fail(401, { message: `wrong key ${key}` }));
    const refused = await trial({ apiKey: key });
    expect(refused).toMatchObject({ outcome: 'unauthorized', message: expect.stringContaining('rejects the API key') });
    expect(JSON.stringify(refused)).not.toContain(key);
  });

  it('sends the stored key of a provider to its own address only', async () => {
    await user.client.call(putProvider, {
      params: { id: 'stored' },
      body: { baseUrl: endpoint().url, model: 'm', apiKey: key },
    });
    await trial({ keyOf: 'stored' });
    await trial({ keyOf: 'stored', apiKey: 'sk-another' });
    expect(sentKeys()).toEqual([`Bearer ${key}`, 'Bearer sk-another']);
    const other = await startModelEndpoint();
    try {
      expect(await trial({ keyOf: 'stored', baseUrl: other.url })).toMatchObject({ outcome: 'ok' });
      expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    } finally {
      await other.close();
    }
    const unknown = { body: { baseUrl: endpoint().url, keyOf: 'none' } };
    expect(await user.client.refusal(tryProvider, unknown)).toMatchObject({ code: 'provider_not_found' });
    const stranger = await daemon().newUser();
    const body = { baseUrl: endpoint().url, keyOf: 'stored' };
    expect(await stranger.client.refusal(tryProvider, { body })).toMatchObject({ code: 'provider_not_found' });
  });

  it('reaches no host that the API key may not use', async () => {
    const body = { name: 'limited', scopes: ['admin' as const], networkHosts: ['api.example.com'] };
    const created = await user.client.call(createApiKey, { body });
    const limited = createApiClient(daemon().url, asKey(created.apiKey));
    const refusal = await limited.refusal(tryProvider, { body: { baseUrl: endpoint().url } });
    expect(refusal).toMatchObject({ code: 'forbidden' });
    expect(endpoint().requests).toEqual([]);
  });
});
