/** Everything that an endpoint is sent, searched for what must never be among it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../../src-daemon/engine/languages/languages.ts';
import { hasVariableExpression, variableExpression } from '../../../src-daemon/generation/model/variable-expression.ts';
import { generate } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider, testProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import * as model from '../../support/network/model-endpoint.ts';

const daemon = testDaemonOfFile();
const endpoint = model.modelEndpointOfFile();
const secretValue = 'sentinel-value-of-a-secret-1234';
const otherValue = 'sentinel-value-of-another-5678';
const masterPassword = 'sentinel master password';
const vaultCode = 'print("sentinel vault code")';
const providerKey = 'sk-sentinel-key';
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
  const { client } = user;
  const body = { baseUrl: endpoint().url, model: 'test-model', apiKey: providerKey };
  await client.call(putProvider, { params: { id: 'p' }, body });
  await client.call(putSecret, {
    params: { name: 'TOKEN' },
    body: { value: secretValue, description: 'sentinel words' },
  });
  await client.call(putSecret, { params: { name: 'OTHER' }, body: { value: otherValue } });
  const { encryptedPayload } = await client.call(encryptCode, { body: { masterPassword, code: vaultCode } });
  const stored = { encryptedPayload, language: 'python', description: 'sentinel of the vault' };
  await client.call(storeCode, { params: { name: 'sentinel-script' }, body: stored });
});

/** All bytes of all requests, but for the one header that the key belongs in. */
const sent = () =>
  endpoint()
    .requests.map(({ method, path, headers, text }) => {
      const { authorization, ...others } = headers;
      expect(authorization).toBe(`Bearer ${providerKey}`);
      return JSON.stringify([method, path, others, text]);
    })
    .join('\n');

const forms = (value: string) => [value, Buffer.from(value).toString('base64'), encodeURIComponent(value)];

function expectClean(text: string): void {
  for (const value of [secretValue, otherValue, masterPassword, vaultCode, providerKey, user.email, user.apiKey])
    for (const form of forms(value)) expect(text).not.toContain(form);
  expect(text).not.toMatch(/sentinel/);
}

describeWithEngine('a generation with repairs', () => {
  it('sends the names of the listed secrets and how they are read, and no value, of no kind', async () => {
    // The program prints what it was given, plainly and in base64, and fails: the next round is sent its output.
    const leak =
      'import os, base64, sys\nprint(os.environ["TOKEN"], base64.b64encode(os.environ["TOKEN"].encode()).decode())\n' +
      'print(os.environ["TOKEN"], file=sys.stderr)\nprint(os.environ.get("OTHER"))\nsys.exit(1)\n';
    endpoint().answer(model.sayFenced(leak), model.sayFenced('print("repaired")\n'));
    const answer = await user.client.call(generate, {
      body: {
        prompt: 'Call the service.',
        language: 'python',
        secrets: ['TOKEN'],
        maxRepairs: 1,
        stdin: 'sentinel of stdin',
        args: ['sentinel of an argument'],
        env: { SENTINEL_ENV: 'sentinel of a variable' },
        files: [{ path: 'sentinel.txt', content: 'sentinel of a file' }],
      },
    });
    expect(answer).toMatchObject({ stopReason: 'succeeded' });
    const text = sent();
    expectClean(text);
    expect(text).toContain('TOKEN');
    expect(text).toContain('os.environ[');
    expect(text).toContain('***');
    expect(text).not.toContain('OTHER, read');
    expect(text).not.toContain('SENTINEL_ENV');
    expect(endpoint().requests).toHaveLength(2);
  });
});

describe('a generation', () => {
  const ask = (more: object) =>
    user.client.call(generate, { body: { prompt: 'Say hello.', language: 'python', execute: false, ...more } });
  const system = () => String(endpoint().requests.at(-1)?.json.messages[0].content);

  it('names no secret where none is listed', async () => {
    await ask({});
    expect(sent()).not.toContain('TOKEN');
    expectClean(sent());
  });

  it('names everything that the program may use, if requested', async () => {
    await ask({ secrets: 'all' });
    expect(system()).toContain('OTHER, read as os.environ["OTHER"]');
    expect(system()).toContain('TOKEN, read as os.environ["TOKEN"]');
    expectClean(sent());
  });

  it('says the language with its version, the folder, the network and the packages', async () => {
    await ask({ language: 'py' });
    expect(system()).toMatch(/Python( \([^)]*\d[^)]*\))? program/);
    expect(system()).toContain('/work');
    expect(system()).toContain('There is no network.');
    expect(system()).toContain('Use the standard library only');
    await ask({ language: 'py', network: 'full' });
    expect(system()).toContain('The network can be used.');
  });

  it('is the prompt and nothing else of the person', async () => {
    await ask({ prompt: 'Exactly this.\nAnd this.' });
    const { json } = endpoint().requests.at(-1) ?? {};
    expect(Object.keys(json).toSorted()).toEqual(['messages', 'model', 'response_format', 'stream', 'stream_options']);
    expect(json.messages).toHaveLength(2);
    expect(json.messages[1]).toEqual({ role: 'user', content: 'Exactly this.\nAnd this.' });
  });

  it('that is only tested gets no prompt', async () => {
    await user.client.call(testProvider, { params: { id: 'p' } });
    expectClean(sent());
    expect(endpoint().requests.map(({ text }) => text)).toEqual(['']);
  });
});

it('every language has an expression that reads its environment', () => {
  expect(languages.filter(({ id }) => !hasVariableExpression(id)).map(({ id }) => id)).toEqual([]);
  expect(variableExpression('bash', 'A$&B')).toBe('"$A$&B"');
});
