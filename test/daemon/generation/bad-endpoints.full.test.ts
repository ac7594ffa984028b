/** Endpoints that are slow, down, broken or hostile: each gives a clear error, nothing hangs, nothing confidential leaks. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
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

describe('an endpoint that', () => {
  it('says nothing for too long is left', async () => {
    await setUp({ timeoutMs: 1000 });
    for (const reply of [model.silence, model.hang]) {
      endpoint().answer(reply);
      expect(await refusal()).toMatchObject({ code: 'model_timeout' });
    }
    await until(async () => (await endpoint().connections()) === 0);
  });
});
