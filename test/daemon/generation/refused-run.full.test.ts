/** Programs that could be run when the model was asked, and cannot be when it has answered: they are not lost. */
import { beforeAll, expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { generate } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { deleteSecret, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { proxiedDaemonOfFile } from '../../support/daemon/proxied-daemon.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import * as model from '../../support/network/model-endpoint.ts';
import { until } from '../../support/until.ts';

describeWithEngine('a program that cannot be run after all', () => {
  const endpoint = model.modelEndpointOfFile();
  const { daemon, proxy } = proxiedDaemonOfFile();
  let user: TestUser;
  beforeAll(async () => {
    user = await daemon().newUser();
    const body = { baseUrl: endpoint().url, model: 'test-model' };
    await user.client.call(putProvider, { params: { id: 'local' }, body });
  });

  const secret = { params: { name: 'TOKEN' } };
  const request = { prompt: 'Use the token.', language: 'python' };
  const latestActions = async (limit: number) => {
    const { logs } = await user.client.call(listAuditLog, { query: { limit } });
    return logs.map(({ action, metadata }) => [action, metadata.prompt]);
  };

  it('for it was refused, is in the answer with the reason, and the prompt in the audit log', async () => {
    await user.client.call(putSecret, { ...secret, body: { value: 'tok-123456' } });
    endpoint().answer(async (...call) => {
      await user.client.call(deleteSecret, secret);
      await model.sayFenced('print("used")\n')(...call);
    });
    const answer = await user.client.call(generate, { body: { ...request, secrets: ['TOKEN'], maxRepairs: 2 } });
    expect(answer).toMatchObject({
      code: 'print("used")\n',
      attempts: [{ code: 'print("used")\n' }],
      stopReason: 'run_failed',
      runError: { code: 'unknown_secret', message: expect.stringContaining('TOKEN') },
    });
    expect(answer.execution).toBeUndefined();
    expect(await latestActions(2)).toEqual([
      ['code.generate', 'Use the token.'],
      ['secret.delete', undefined],
    ]);
  });

  it('for a repair of it was refused, is in the answer next to the one that ran', async () => {
    await user.client.call(putSecret, { ...secret, body: { value: 'tok-123456' } });
    endpoint().answer(model.sayFenced('exit(3)\n'), async (...call) => {
      await user.client.call(deleteSecret, secret);
      await model.sayFenced('exit(0)\n')(...call);
    });
    const answer = await user.client.call(generate, { body: { ...request, secrets: ['TOKEN'], maxRepairs: 2 } });
    expect(answer).toMatchObject({
      code: 'exit(3)\n',
      execution: { exitCode: 3 },
      attempts: [{ execution: { exitCode: 3 } }, { code: 'exit(0)\n' }],
      stopReason: 'run_failed',
      runError: { code: 'unknown_secret' },
    });
  });

  it('for its engine went away, is in the answer of a stream and of JSON alike', async () => {
    const code = 'print("up", flush=True)\nimport time; time.sleep(600)\n';
    endpoint().answer(model.sayFenced(code));
    const json = user.client.call(generate, { body: request });
    const sending = { method: 'POST', path: generate.path, headers: user.client.credential, body: request };
    const stream = await openEventStream(daemon().url, sending);
    for (let event = await stream.next(); event?.event !== 'stdout'; event = await stream.next())
      expect(event).toBeDefined();
    await until(() => daemon().core.services.currentRuns.countUnderWay(user.id) === 2);
    await proxy.cut();
    await until(() => daemon().core.services.currentRuns.countUnderWay(user.id) === 0);
    await proxy.open();
    const expected = { code, stopReason: 'run_failed', runError: { code: 'engine_unavailable' } };
    expect(await json).toMatchObject(expected);
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'finished', data: expected });
    expect(await latestActions(2)).toEqual(Array(2).fill(['code.generate_execute', 'Use the token.']));
  });
});
