import { beforeAll, expect, it } from 'vitest';
import {
  createContext,
  deleteContext,
  interruptContext,
  listContexts,
  runCell,
} from '../../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });
const asleep = { python: 'import time; time.sleep(60)', javascript: 'await new Promise(() => {})', bash: 'sleep 60' };

describeWithEngine('the cells of a context', () => {
  let user: TestUser;
  let sandbox: ApiSandbox;

  beforeAll(async () => {
    user = await daemon().newUser();
    sandbox = await openSandbox(user.client);
  });

  it('end with their kernel if that ignores the interrupt, and the context is removed', async () => {
    const { client, id } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: {} });
    const deaf = 'import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: time.sleep(1)';
    expect(await sandbox.cell(deaf, { cid, timeoutMs: 300 })).toMatchObject({
      status: 'timed_out',
      contextEnded: true,
    });
    expect(await client.refusal(runCell, { params: { id, cid }, body: { code: '1' } })).toMatchObject({
      code: 'context_not_found',
    });
  });

  it('wait in a queue of 16; one more is refused', async () => {
    const { id, client } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: {} });
    const running = sandbox.cell(asleep.python, { cid });
    const isBusy = async () => (await client.call(listContexts, { params: { id } })).contexts.at(-1)?.status === 'busy';
    await until(isBusy);
    const more = Array.from({ length: 17 }, () => client.answer(runCell, { params: { id, cid }, body: { code: '1' } }));
    const refusal = { status: 429, json: { error: { code: 'context_queue_full' } } };
    expect(await Promise.race(more)).toMatchObject(refusal);
    await client.call(interruptContext, { params: { id, cid } });
    await running;
    expect((await Promise.all(more)).filter(({ status }) => status === 200)).toHaveLength(16);
    await client.call(deleteContext, { params: { id, cid } });
  });
});
