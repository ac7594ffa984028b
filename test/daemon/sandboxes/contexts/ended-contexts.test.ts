/** Contexts that end between cells: the next cell says so, once. Contexts that do not fit are refused. */
import { beforeAll, expect, it } from 'vitest';
import {
  createContext,
  deleteContext,
  listContexts,
  restartContext,
  runCell,
} from '../../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });
let user: TestUser;

beforeAll(async () => {
  user = await daemon().newUser();
});

/** Waits until a context is no longer in the list. */
async function waitForEnd({ client, id }: ApiSandbox, cid: string): Promise<void> {
  await until(async () => {
    const { contexts } = await client.call(listContexts, { params: { id } });
    return contexts.every((context) => context.id !== cid);
  });
}

describeWithEngine('a context that has ended between cells', () => {
  let sandbox: ApiSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox(user.client);
  });

  it('is reported by the next cell of `default`, once', async () => {
    const exit = 'import os, threading\nx = 1\nthreading.Timer(0.3, lambda: os._exit(3)).start()';
    expect((await sandbox.cell(exit)).status).toBe('succeeded');
    await waitForEnd(sandbox, 'default');
    expect(await sandbox.cell('open("ran", "w").close()')).toMatchObject({
      ...{ status: 'context_ended', contextEnded: true, exitCode: 3, executionCount: 1 },
      error: { name: 'ContextEnded', message: expect.stringContaining('exited with code 3') },
    });
    expect(await sandbox.cell('"x" in globals()')).toMatchObject({
      ...{ status: 'succeeded', contextEnded: false, executionCount: 1 },
      outputs: [{ data: { 'text/plain': 'False' } }],
    });
    expect((await sandbox.run({ command: ['test', '-e', 'ran'] })).exitCode).toBe(1);
  });

  it('is reported by the next cell of another context, which then no longer exists', async () => {
    const { client, id } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: { language: 'bash' } });
    const { stdout } = await sandbox.cell('echo $$', { cid });
    await sandbox.run({ shell: `kill -9 ${stdout}` });
    await waitForEnd(sandbox, cid);
    const stream = await sandbox.streamCell({ code: 'echo no' }, cid);
    const events = await stream.rest();
    expect(events.map(({ event }) => event)).toEqual(['started', 'traceback', 'finished']);
    expect(events.at(-1)?.data).toMatchObject({ status: 'context_ended', contextEnded: true, signal: 'SIGKILL' });
    const again = { params: { id, cid }, body: { code: 'echo no' } };
    expect(await client.refusal(runCell, again)).toMatchObject({ code: 'context_not_found' });
  });

  it('can be restarted or deleted', async () => {
    const { client, id } = sandbox;
    const body = { language: 'bash', env: { KEPT: 'kept' } };
    const { id: cid } = await client.call(createContext, { params: { id }, body });
    await sandbox.cell('x=1; (sleep 0.05; kill -9 $$) &', { cid });
    await waitForEnd(sandbox, cid);
    expect(await client.call(restartContext, { params: { id, cid } })).toMatchObject({ id: cid, executionCount: 0 });
    expect((await sandbox.cell('echo "$x$KEPT"; (sleep 0.05; kill -9 $$) &', { cid })).stdout).toBe('kept\n');
    await waitForEnd(sandbox, cid);
    await client.call(deleteContext, { params: { id, cid } });
    expect((await client.refusal(deleteContext, { params: { id, cid } })).code).toBe('context_not_found');
  });
});

describeWithEngine('a context that does not fit into the memory of the sandbox', () => {
  it('is refused, and those before it keep their variables', async () => {
    const sandbox = await openSandbox(user.client, { language: 'javascript', memoryMb: 160, diskMb: 64 });
    await sandbox.cell('const x = "default"');
    const { client, id } = sandbox;
    const body = { language: 'javascript' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.answer(createContext, { params: { id }, body })),
    );
    const created = answers.flatMap(({ status, json }) => (status === 201 ? [(json as { id: string }).id] : []));
    expect(created.length).toBeGreaterThan(0);
    for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, json]).toMatchObject([
        429,
        { error: { code: 'sandbox_memory_full', message: expect.stringContaining('memory') } },
      ]);
    }
    expect(created.length).toBeLessThan(answers.length);
    for (const cid of created) expect((await sandbox.cell(`const x = "${cid}"`, { cid })).status).toBe('succeeded');
    for (const cid of ['default', ...created]) {
      expect((await sandbox.cell('x', { cid })).outputs).toMatchObject([{ data: { 'text/plain': `'${cid}'` } }]);
    }
    for (const cid of created) await client.call(deleteContext, { params: { id, cid } });
    await until(async () => (await client.answer(createContext, { params: { id }, body })).status === 201);
    await sandbox.remove();
  });
});
