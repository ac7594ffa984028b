/** Programs of a model, from the prompt to the sandbox: the real client, a real daemon, real containers. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { generate } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import * as model from '../../support/network/model-endpoint.ts';

const daemon = testDaemonOfFile();
const endpoint = model.modelEndpointOfFile();
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
  const body = { baseUrl: endpoint().url, model: 'test-model' };
  await user.client.call(putProvider, { params: { id: 'local' }, body });
});
let asked = 0;
/** A version of the provider for each test: what was learned of the endpoint is forgotten. */
beforeEach(async () => {
  const body = { baseUrl: endpoint().url, model: 'test-model', timeoutMs: 60_000 + asked++ };
  await user.client.call(putProvider, { params: { id: 'local' }, body });
});

const ask = (body: object) =>
  user.client.call(generate, { body: { prompt: 'Print six times seven.', language: 'python', ...body } });
const questions = () => endpoint().requests.filter(({ path }) => path.endsWith('/chat/completions'));
const latestAudit = async (limit = 1) => (await user.client.call(listAuditLog, { query: { limit } })).logs;

describe('code that is only generated', () => {
  const only = { execute: false };

  it.each([
    ['structured output', model.sayStructured('print(42)\n')],
    [
      'a tool call, where structured output is refused',
      model.without('response_format', model.callTool('print(42)\n')),
    ],
    [
      'a fence, where both are refused',
      model.without('response_format', model.without('tools', model.sayFenced('print(42)\n'))),
    ],
    ['a fence, where the endpoint passes over what it was asked for', model.sayFenced('print(42)\n')],
  ])('comes by %s', async (_what, reply) => {
    endpoint().answer(reply);
    const answer = await ask(only);
    expect(answer).toMatchObject({
      code: 'print(42)\n',
      language: 'python',
      model: 'test-model',
      provider: 'local',
      attempts: [{ code: 'print(42)\n' }],
      stopReason: 'not_executed',
    });
    expect(answer.execution).toBeUndefined();
  });

  it('is never the draft of reasoning whose opening tag the server dropped', async () => {
    const draft = 'I could do:\n```python\nprint("rejected")\n```\nBut no.\n</think>\n\n';
    endpoint().answer(model.say(`${draft}\`\`\`python\nprint(42)\n\`\`\`\n`));
    expect(await ask(only)).toMatchObject({ code: 'print(42)\n' });
    endpoint().answer(model.say(draft));
    await expect(ask(only)).rejects.toThrow('no_code_in_answer');
  });

  it('is asked for in the form that worked, the next time', async () => {
    endpoint().answer(model.without('response_format', model.callTool('print(42)\n')));
    await ask(only);
    await ask(only);
    expect(questions().map(({ json }) => Object.keys(json).includes('tools'))).toEqual([false, true, true]);
  });

  it('reports the token counts, if the endpoint does', async () => {
    endpoint().answer(model.sayStructured('print(42)\n'));
    expect((await ask(only)).usage).toEqual({ promptTokens: 100, completionTokens: 20, totalTokens: 120 });
    endpoint().answer(model.say('```\nprint(1)\n```', { counted: false }));
    expect((await ask(only)).usage).toEqual({ promptTokens: null, completionTokens: null, totalTokens: null });
  });

  it('needs no engine, and leaves a row of its own in the audit log', async () => {
    endpoint().answer(model.sayStructured('print(42)\n'));
    const { id } = await ask(only);
    expect((await latestAudit())[0]).toMatchObject({
      action: 'code.generate',
      resource_type: 'generation',
      resource_id: id,
      metadata: { prompt: 'Print six times seven.', language: 'python', packages: 0, model: 'test-model', attempts: 1 },
    });
  });

  it('of the model that the request names', async () => {
    endpoint().answer(model.sayStructured('print(42)\n'));
    expect(await ask({ ...only, model: 'other-model' })).toMatchObject({ model: 'other-model' });
    expect(questions()[0]?.json.model).toBe('other-model');
  });

  it('is repaired from code and output in the request', async () => {
    endpoint().answer(model.sayStructured('print(42)\n'));
    await ask({ ...only, previous: { code: 'prnt(42)', output: `${'x'.repeat(20_000)}NameError: prnt` } });
    const text = questions()[0]?.text ?? '';
    expect(text).toContain('prnt(42)');
    expect(text).toContain('NameError: prnt');
    expect(text.length).toBeLessThan(13_000);
  });
});

describe('a request', () => {
  it('without a provider is refused with the next step', async () => {
    const { client } = await daemon().newUser();
    const refusal = await client.refusal(generate, { body: { prompt: 'x', language: 'python', execute: false } });
    expect(refusal).toMatchObject({ code: 'no_provider', message: expect.stringMatching(/providers set/) });
  });

  it.each([
    [{ provider: 'none-such' }, 'provider_not_found'],
    [{ language: 'cobol' }, 'unknown_language'],
    [{ secrets: ['NONE_SUCH'] }, 'unknown_secret'],
    [{ network: 'full', execute: true }, 'network_not_allowed'],
    [{ prompt: '' }, 'invalid_request'],
    [{ prompt: ' \n' }, 'invalid_request'],
    [{ prompt: 'x'.repeat(64 * 1024 + 1) }, 'invalid_request'],
    [{ maxRepairs: 4 }, 'invalid_request'],
    [{ code: 'x' }, 'invalid_request'],
  ])('%j is refused before the model is asked', async (more, code) => {
    const body = { prompt: 'x', language: 'python', execute: false, ...more };
    expect(await user.client.refusal(generate, { body })).toMatchObject({ code });
    expect(endpoint().requests).toEqual([]);
  });

  it('that runs code needs the scope of running as well', async () => {
    const body = { name: 'only generate', scopes: ['generate'] };
    const { apiKey } = await user.client.call(createApiKey, { body });
    const client = user.client.with(asKey(apiKey));
    const input = { prompt: 'x', language: 'python' };
    expect(await client.refusal(generate, { body: input })).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/"execute"/),
    });
    endpoint().answer(model.sayStructured('print(42)\n'));
    expect(await client.call(generate, { body: { ...input, execute: false } })).toMatchObject({ code: 'print(42)\n' });
  });
});

describeWithEngine('code that is run', () => {
  it('is run like any, with its own source and audit row', async () => {
    endpoint().answer(model.sayFenced('print(6 * 7)\n'));
    const answer = await ask({});
    expect(answer).toMatchObject({
      code: 'print(6 * 7)\n',
      execution: { status: 'succeeded', stdout: '42\n' },
      attempts: [{ code: 'print(6 * 7)\n', execution: { stdout: '42\n' } }],
      stopReason: 'succeeded',
    });
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    expect(executions[0]).toMatchObject({ id: answer.execution?.id, source: 'generate' });
    const run = await user.client.call(readExecution, { params: { id: answer.execution?.id ?? '' } });
    expect(run.request).toMatchObject({ code: 'print(6 * 7)\n', secrets: [] });
    expect((await latestAudit())[0]).toMatchObject({
      action: 'code.generate_execute',
      resource_type: 'execution',
      resource_id: null,
      metadata: {
        prompt: 'Print six times seven.',
        language: 'python',
        packages: 0,
        model: 'test-model',
        attempts: 1,
        executionId: answer.execution?.id,
        source: 'generate',
      },
    });
  });

  it('that fails is repaired with its error, and every attempt is returned', async () => {
    endpoint().answer(model.sayStructured('print(6 * sevn)\n'), model.sayStructured('print(6 * 7)\n'));
    const answer = await ask({ maxRepairs: 3 });
    expect(answer.attempts).toMatchObject([
      { code: 'print(6 * sevn)\n', execution: { status: 'failed', exitCode: 1 } },
      { code: 'print(6 * 7)\n', execution: { status: 'succeeded' } },
    ]);
    expect(answer).toMatchObject({ stopReason: 'succeeded', execution: { stdout: '42\n' } });
    expect(answer.usage.totalTokens).toBe(240);
    expect(questions()[1]?.text).toContain("NameError: name 'sevn' is not defined");
    const rows = (await latestAudit(2)).map(({ action, metadata }) => [action, metadata.attempts]);
    expect(rows).toEqual([
      ['code.generate_execute', 2],
      ['code.generate_execute', 1],
    ]);
  });

  it('is not run again when the model gives the same', async () => {
    endpoint().answer(model.sayStructured('exit(3)\n'), model.sayFenced('exit(3)\n\n'));
    const answer = await ask({ maxRepairs: 3 });
    expect(answer).toMatchObject({ stopReason: 'identical_code', execution: { exitCode: 3 } });
    expect(answer.attempts).toHaveLength(2);
    expect(answer.attempts[1]?.execution).toBeUndefined();
    expect(questions()).toHaveLength(2);
  });

  it('is repaired at most as often as requested', async () => {
    endpoint().answer(...[1, 2, 3].map((code) => model.sayStructured(`exit(${code})\n`)));
    const answer = await ask({ maxRepairs: 1 });
    expect(answer).toMatchObject({ stopReason: 'failed', code: 'exit(2)\n', execution: { exitCode: 2 } });
    expect(questions()).toHaveLength(2);
  });

  it('is returned although its repair failed', async () => {
    endpoint().answer(model.sayStructured('exit(3)\n'), model.fail(500));
    const answer = await ask({ maxRepairs: 2 });
    expect(answer).toMatchObject({
      stopReason: 'repair_failed',
      execution: { exitCode: 3 },
      notices: [expect.stringMatching(/repair failed/)],
    });
  });
});
