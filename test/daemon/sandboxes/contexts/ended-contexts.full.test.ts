/** All ways in which a context ends between cells, in all languages; contexts until the memory is full. */
import { beforeAll, expect, it } from 'vitest';
import { createContext, listContexts, runCell } from '../../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });
let user: TestUser;

beforeAll(async () => {
  user = await daemon().newUser();
});

const outsideKill = {
  python: 'import os; print(os.getpid())',
  javascript: 'console.log(process.pid)',
  bash: 'echo $$',
};

describeWithEngine('a context', () => {
  it.each([
    ['javascript', 'process.exit in a timer', 'setTimeout(() => process.exit(7), 20); 0', { exitCode: 7 }],
    ['javascript', 'process.abort in a timer', 'setTimeout(() => process.abort(), 20); 0', { signal: 'SIGABRT' }],
    ['typescript', 'a signal of its own', 'setTimeout(() => process.kill(process.pid, "SIGSEGV"), 20); 0', {}],
    ['python', 'a thread', 'import threading, os; threading.Timer(0.02, lambda: os._exit(7)).start()', { exitCode: 7 }],
    [
      'python',
      'a segmentation fault',
      'import threading, ctypes; threading.Timer(0.02, lambda: ctypes.string_at(0)).start()',
      { signal: 'SIGSEGV' },
    ],
    ['bash', 'a background job', '(sleep 0.02; kill -TERM $$) &', { signal: 'SIGTERM' }],
    ['python', 'another process', outsideKill.python, { signal: 'SIGKILL' }],
    ['javascript', 'another process', outsideKill.javascript, { signal: 'SIGKILL' }],
    ['bash', 'another process', outsideKill.bash, { signal: 'SIGKILL' }],
  ])('of %s that was ended by %s says so to its next cell, once', async (...[language, how, code, end]) => {
    const sandbox = await openSandbox(user.client, { language });
    const first = await sandbox.cell(code);
    if (how === 'another process') await sandbox.run({ shell: `kill -9 ${first.stdout}` });
    await until(
      async () => (await user.client.call(listContexts, { params: { id: sandbox.id } })).contexts.length === 0,
    );
    const reported = await sandbox.cell('1');
    expect(reported).toMatchObject({
      status: 'context_ended',
      contextEnded: true,
      error: { name: 'ContextEnded' },
      ...end,
    });
    const last = await sandbox.cell(language === 'bash' ? 'echo 1' : '1');
    expect(last).toMatchObject({ status: 'succeeded', contextEnded: false, executionCount: 1 });
    await sandbox.remove();
  });

  it('that was killed for memory by another process says so to its next cell, once', async () => {
    const sandbox = await openSandbox(user.client, { language: 'python', memoryMb: 256, diskMb: 64 });
    expect((await sandbox.cell('x = b"x" * (150 * 2**20)')).status).toBe('succeeded');
    const hog = 'import time; y = b"y" * (50 * 2**20); time.sleep(1); z = b"z" * (70 * 2**20)';
    // The kernel of the machine kills the largest process, which is the context.
    await sandbox.run({ command: ['python3', '-c', hog] });
    await until(
      async () => (await user.client.call(listContexts, { params: { id: sandbox.id } })).contexts.length === 0,
    );
    const reported = await sandbox.cell('len(x)');
    expect(reported).toMatchObject({ status: 'out_of_memory', contextEnded: true, error: { name: 'ContextEnded' } });
    expect(reported.error?.message).toContain('memory');
    expect(await sandbox.cell('len(x)')).toMatchObject({ status: 'failed', contextEnded: false });
    await sandbox.remove();
  });

  it('of TypeScript is refused when 512 MiB are full of them, and all 201s live on', async () => {
    const sandbox = await openSandbox(user.client, { language: 'typescript' });
    const { client, id } = sandbox;
    await sandbox.cell('const x: string = "default"');
    const created: string[] = [];
    const refused: unknown[] = [];
    for (let count = 0; count < 26; count += 1) {
      const { status, json } = await client.answer(createContext, { params: { id }, body: {} });
      if (status !== 201) {
        refused.push(json);
        continue;
      }
      const { id: cid } = json as { id: string };
      created.push(cid);
      const code = `enum E { A = 1 }; const x: string = "${cid}"`;
      expect((await sandbox.cell(code, { cid })).status).toBe('succeeded');
    }
    expect([created.length > 5, refused.length > 0]).toEqual([true, true]);
    for (const one of refused) expect(one).toMatchObject({ error: { code: 'sandbox_memory_full' } });
    for (let round = 0; round < 5; round += 1) {
      for (const cid of ['default', ...created]) {
        const { outputs } = await sandbox.cell('enum F { A }; x', { cid });
        expect(outputs).toMatchObject([{ data: { 'text/plain': `'${cid}'` } }]);
      }
    }
    await sandbox.remove();
  });

  it('of Bash is refused only by the number of channels', async () => {
    const sandbox = await openSandbox(user.client, { language: 'bash' });
    const { client, id } = sandbox;
    for (let count = 0; count < 40; count += 1) await client.call(createContext, { params: { id }, body: {} });
    const { contexts } = await client.call(listContexts, { params: { id } });
    for (const { id: cid } of contexts) expect((await sandbox.cell('echo 1', { cid })).stdout).toBe('1\n');
    await sandbox.remove();
  });

  it('that does not fit is refused to a cell of `default` too', async () => {
    const sandbox = await openSandbox(user.client, { language: 'python', memoryMb: 128, diskMb: 64 });
    const { client, id } = sandbox;
    await sandbox.cell('x = bytearray(60 * 2**20)');
    expect((await client.refusal(createContext, { params: { id }, body: { language: 'typescript' } })).code).toBe(
      'sandbox_memory_full',
    );
    expect((await client.answer(runCell, { params: { id, cid: 'default' }, body: { code: 'len(x)' } })).status).toBe(
      200,
    );
    await sandbox.remove();
  });
});
