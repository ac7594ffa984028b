import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import { listExecutions } from '../../../../src-shared/contracts/executions.contract.ts';
import { listProviders } from '../../../../src-shared/contracts/providers.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import * as model from '../../../support/network/model-endpoint.ts';
import { until } from '../../../support/until.ts';
import { commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();
const endpoint = model.modelEndpointOfFile();
const key = 'sk-typed-at-the-prompt';
let command: TestCommand;
let user: TestUser;
beforeAll(async () => {
  ({ command, user } = await fixture.forNewUser());
});
const setUp = (...more: string[]) =>
  command.run(['providers', 'set', 'local', '--url', endpoint().url, '--model', 'test-model', ...more], { input: key });

describe('strongroom providers', () => {
  it('sets one up with a key from stdin, and never shows it', async () => {
    expect(await setUp('--key')).toMatchObject({ exitCode: 0, stdout: `local: test-model at ${endpoint().url}/v1\n` });
    const listed = await command.run(['providers', 'ls']);
    expect(listed.stdout).toMatch(/^local \(default\) +http\S+ +set +test-model$/m);
    expect(listed.stdout).not.toContain(key);
    expect(await command.run(['providers', 'set', 'x', '--key', key])).toMatchObject({ exitCode: 64 });
  });

  it('removes the key', async () => {
    await setUp('--no-key');
    const { providers } = await user.client.call(listProviders);
    expect(providers).toMatchObject([{ id: 'local', hasKey: false }]);
  });

  it('tests a provider: exits with 0 if it answers, or with 1 and the reason', async () => {
    const well = await command.run(['providers', 'test', 'local']);
    expect(well).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^ok: .*\n( .*\n)* {2}test-model\n/) });
    endpoint().answerModels(model.fail(401));
    const { exitCode, stdout } = await command.run(['providers', 'test', 'local', '--json']);
    expect({ exitCode, outcome: JSON.parse(stdout).outcome }).toEqual({ exitCode: 1, outcome: 'unauthorized' });
    expect(await command.run(['providers', 'test', 'none'])).toMatchObject({ exitCode: 65 });
  });

  it('removes a provider only after a confirmation', async () => {
    await command.run(['providers', 'set', 'other', '--url', 'http://127.0.0.1:1', '--model', 'm']);
    expect(await command.run(['providers', 'rm', 'other'])).toMatchObject({ exitCode: 64 });
    expect(await command.run(['providers', 'rm', 'other', '--yes'])).toMatchObject({ exitCode: 0 });
  });
});

describe('strongroom generate', () => {
  beforeEach(() => setUp());

  it('prints only the code on stdout', async () => {
    endpoint().answer(model.sayFenced('print(42)\n'));
    expect(await command.run(['generate', 'the answer'])).toEqual({ exitCode: 0, stdout: 'print(42)\n', stderr: '' });
  });

  it('takes the prompt from stdin, and the language and the model by options', async () => {
    endpoint().answer(model.sayFenced('echo 42\n', 'sh'));
    const args = ['generate', '-', '--language', 'bash', '--model', 'other-model', '--json'];
    const { stdout } = await command.run(args, { input: 'the answer' });
    expect(JSON.parse(stdout)).toMatchObject({ code: 'echo 42\n', language: 'bash', model: 'other-model' });
    expect(endpoint().requests[0]?.json.messages[1].content).toBe('the answer');
  });

  it('prints the answer of a model that contains no code', async () => {
    endpoint().answer(model.say('I cannot help with that.'));
    const { exitCode, stdout, stderr } = await command.run(['generate', 'the answer']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 65, stdout: '' });
    expect(stderr).toContain('The model said: I cannot help with that.');
  });

  it('exits with 75 if the endpoint is down or busy', async () => {
    for (const status of [429, 500]) {
      endpoint().answer(model.fail(status));
      const { exitCode, stderr } = await command.run(['generate', 'the answer', '--json']);
      expect(exitCode).toBe(75);
      expect(JSON.parse(stderr).error.code).toBe(status === 429 ? 'model_rate_limited' : 'model_failed');
    }
  });

  it('asks no model if no one could approve the code', async () => {
    expect(await command.run(['generate', 'the answer', '--run'])).toMatchObject({ exitCode: 64 });
    expect(endpoint().requests).toEqual([]);
  });

  it('closes the connection to the endpoint at Ctrl+C', async () => {
    endpoint().answer(model.hang);
    const running = command.start(['generate', 'the answer']);
    await until(() => endpoint().requests.length === 1);
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
    await until(async () => (await endpoint().connections()) === 0);
  });
});

describeWithEngine('strongroom generate --run', () => {
  beforeEach(() => setUp());

  it('shows the code on stderr, runs it, and exits as it does', async () => {
    endpoint().answer(model.sayFenced('import sys\nprint(sys.stdin.read() * 2)\nsys.exit(3)\n'));
    const { exitCode, stdout, stderr } = await command.run(['generate', 'twice', '--run', '--yes'], { input: 'ab' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: 'abab\n' });
    expect(stderr).toContain('print(sys.stdin.read() * 2)');
    expect(stderr).toContain('secrets: none; packages: none; network: none');
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    expect(executions[0]).toMatchObject({ source: 'generate', exitCode: 3 });
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({ action: 'code.generate_execute', metadata: { prompt: 'twice', attempts: 1 } });
  });

  it('repairs a program that fails, and has every attempt in its JSON', async () => {
    endpoint().answer(model.sayFenced('print(sevn)\n'), model.sayFenced('print(7)\n'));
    const args = ['generate', 'seven', '--run', '--yes', '--repairs', '2', '--json'];
    const { exitCode, stdout } = await command.run(args);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      stopReason: 'succeeded',
      execution: { stdout: '7\n' },
      attempts: [{ execution: { exitCode: 1 } }, { execution: { exitCode: 0 } }],
    });
    expect(endpoint().requests[1]?.text).toContain('NameError');
  });

  it('stops when the model repeats its answer', async () => {
    endpoint().answer(model.sayFenced('exit(4)\n'));
    const { exitCode, stderr } = await command.run(['generate', 'x', '--run', '--yes', '--repairs', '3']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('the same code again');
    expect(endpoint().requests).toHaveLength(2);
  });
});
