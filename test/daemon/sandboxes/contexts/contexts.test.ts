/** Contexts: kernels whose state stays from one cell to the next, on a real engine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import {
  CellEvent,
  completeCode,
  createContext,
  inspectCode,
  interruptContext,
  listContexts,
  restartContext,
  runCell,
} from '../../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { pathOf } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';
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

  it.each([
    ['python', 'x = 41'],
    ['javascript', 'const x = 41'],
    ['typescript', 'const x: number = 41'],
  ])('keep their variables in %s', async (language, first) => {
    const { client, id } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: { language } });
    expect(await sandbox.cell(first, { cid })).toMatchObject({
      ...{ status: 'succeeded', contextEnded: false, executionCount: 1 },
    });
    const { outputs, ...result } = await sandbox.cell('x + 1', { cid });
    expect(result).toMatchObject({ status: 'succeeded', executionCount: 2, truncated: false });
    expect(outputs).toEqual([{ kind: 'result', data: { 'text/plain': '42' } }]);
  });

  it('keep their variables in bash, and have the exit code of the last command', async () => {
    const { client, id } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: { language: 'bash' } });
    await sandbox.cell('x=41', { cid });
    expect(await sandbox.cell('echo $((x + 1)); (exit 3)', { cid })).toMatchObject({
      ...{ status: 'failed', stdout: '42\n', exitCode: 3 },
    });
  });

  it('have the error of the cell with its lines', async () => {
    const { status, error } = await sandbox.cell('a = 1\nraise ValueError("no")');
    expect(status).toBe('failed');
    expect(error).toMatchObject({ name: 'ValueError', message: 'no' });
    expect(error?.traceback).toContain('line 2');
  });

  it('have hints about what they lack, and none if they succeed', async () => {
    const { client, id } = sandbox;
    const { hints } = await sandbox.cell('import yaml');
    expect(hints).toMatchObject([
      { code: 'package_missing', action: { type: 'add_package', language: 'python', name: 'PyYAML' } },
    ]);
    const { id: cid } = await client.call(createContext, { params: { id }, body: { language: 'bash' } });
    const unreached = await sandbox.cell('curl -sS https://api.example.com', { cid });
    expect(unreached.hints).toMatchObject([
      {
        code: 'network_off',
        text: expect.stringContaining('this sandbox has none'),
        action: { host: 'api.example.com' },
      },
    ]);
    expect(await sandbox.cell('print("No module named yaml")')).not.toHaveProperty('hints');
  });

  it('do not count and have no result if they are silent', async () => {
    const before = (await sandbox.cell('1')).executionCount;
    expect(await sandbox.cell('2', { silent: true })).toMatchObject({ executionCount: before, outputs: [] });
    expect((await sandbox.cell('3')).executionCount).toBe(before + 1);
  });

  it('share the files of the sandbox with its processes', async () => {
    await sandbox.cell('open("shared.txt", "w").write("from a cell")');
    expect(await sandbox.run({ command: ['cat', 'shared.txt'] })).toMatchObject({ stdout: 'from a cell' });
  });

  it('create the default context once if two are the first', async () => {
    const fresh = await openSandbox(user.client);
    const results = await Promise.all([fresh.cell('import os; os.getpid()'), fresh.cell('os.getpid()')]);
    expect(new Set(results.map(({ outputs }) => outputs[0]?.data['text/plain'])).size).toBe(1);
    const { contexts } = await user.client.call(listContexts, { params: { id: fresh.id } });
    expect(contexts).toMatchObject([{ id: 'default', language: 'python', status: 'idle', executionCount: 2 }]);
    await fresh.remove();
  });

  it.each([
    ['a busy loop', 'while True: pass'],
    ['a sleep', asleep.python],
    ['a pending await', 'import asyncio; await asyncio.sleep(60)'],
  ])('are interrupted in %s, and the next one works', async (_, code) => {
    await sandbox.cell('kept = "kept"');
    const running = sandbox.cell(code, { timeoutMs: 60_000 });
    const { id } = sandbox;
    await until(async () => {
      const { contexts } = await user.client.call(listContexts, { params: { id } });
      return contexts.some((context) => context.id === 'default' && context.status === 'busy');
    });
    await until(async () => {
      await user.client.call(interruptContext, { params: { id, cid: 'default' } });
      return await Promise.race([running.then(() => true), sleep(500, false)]);
    });
    expect((await running).status).toBe('interrupted');
    expect((await sandbox.cell('kept')).outputs).toMatchObject([{ data: { 'text/plain': "'kept'" } }]);
  });

  it.each([
    ['a sleep', asleep.python],
    [
      'code that handles the first interrupt',
      `try:\n  ${asleep.python}\nexcept KeyboardInterrupt:\n  ${asleep.python}`,
    ],
  ])('are interrupted at their time limit in %s, and the context stays', async (_, code) => {
    await sandbox.cell('kept = "still"');
    const late = await sandbox.cell(code, { timeoutMs: 300 });
    expect(late).toMatchObject({ status: 'timed_out', contextEnded: false });
    expect((await sandbox.cell('kept')).outputs).toMatchObject([{ data: { 'text/plain': "'still'" } }]);
  });

  it('end with their kernel, and the next use of the default context starts a new one', async () => {
    const fresh = await openSandbox(user.client);
    await fresh.cell('x = 1');
    const [first, second] = await Promise.all([fresh.cell('import os; os._exit(3)'), fresh.cell('x')]);
    expect(first).toMatchObject({ status: 'context_ended', contextEnded: true });
    expect(['context_ended', 'failed']).toContain(second.status);
    expect(second.contextEnded).toBe(second.status === 'context_ended');
    expect(await fresh.cell('x')).toMatchObject({ status: 'failed', error: { name: 'NameError' } });
    await fresh.remove();
  });

  it('are interrupted when the client of a JSON request disconnects', async () => {
    const leaving = new AbortController();
    const { id, client } = sandbox;
    await sandbox.cell('kept = "after"');
    const params = { id, cid: 'default' };
    const lost = client.answer(runCell, {
      ...{ params, signal: leaving.signal },
      body: { code: 'open("begun", "w").close(); import time; time.sleep(60)', timeoutMs: 60_000 },
    });
    lost.catch(() => undefined);
    await until(async () => (await sandbox.run({ command: ['test', '-e', 'begun'] })).exitCode === 0);
    leaving.abort();
    expect((await sandbox.cell('kept')).outputs).toMatchObject([{ data: { 'text/plain': "'after'" } }]);
  });

  it('are lost in a restart with all variables, and the id stays', async () => {
    const { id, client } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: {} });
    await sandbox.cell('x = 1', { cid });
    const running = sandbox.cell(asleep.python, { cid });
    await until(async () => {
      const { contexts } = await client.call(listContexts, { params: { id } });
      return contexts.some((context) => context.id === cid && context.status === 'busy');
    });
    const restarted = await client.call(restartContext, { params: { id, cid } });
    expect(restarted).toMatchObject({ id: cid, executionCount: 0 });
    expect((await running).status).toBe('context_ended');
    expect((await sandbox.cell('x', { cid })).error).toMatchObject({ name: 'NameError' });
  });

  it('complete and inspect names of the live context', async () => {
    const { id, client } = sandbox;
    await sandbox.cell('def greeting(name: str) -> str:\n    "Greets."\n    return name');
    const params = { id, cid: 'default' };
    const completion = await client.call(completeCode, { params, body: { code: 'x = greet', cursor: 9 } });
    expect(completion.matches.some((match) => match.startsWith('greeting'))).toBe(true);
    expect([completion.start, completion.end]).toEqual([4, 9]);
    const inspection = await client.call(inspectCode, { params, body: { code: 'greeting', cursor: 8 } });
    expect(inspection.found).toBe(true);
    expect(inspection.data?.['text/plain']).toContain('Greets.');
    expect(await client.call(inspectCode, { params, body: { code: 'nothing_here', cursor: 3 } })).toEqual({
      found: false,
    });
  });

  it('are refused for a language without a kernel, an unknown one and an unknown context', async () => {
    const { id, client } = sandbox;
    const refusal = (language: string) => client.refusal(createContext, { params: { id }, body: { language } });
    expect((await refusal('ruby')).code).toBe('language_has_no_kernel');
    expect((await refusal('klingon')).code).toBe('unknown_language');
    const params = { id, cid: 'ctx_none' };
    expect((await client.refusal(runCell, { params, body: { code: '1' } })).code).toBe('context_not_found');
    const withNul = await client.refusal(runCell, { params: { id, cid: 'default' }, body: { code: '1\0' } });
    expect(withNul.details).toMatchObject([{ path: 'code' }]);
  });

  it('are recorded in the audit log with their length, before the answer', async () => {
    const { id } = await sandbox.cell('"never in the log"');
    expect(id).toMatch(/^cell_/);
    const [row] = await readAuditLog(user, 'sandbox.execute');
    expect(row).toMatchObject({
      ...{ resource_type: 'sandbox', resource_id: sandbox.id },
      metadata: { kind: 'cell', language: 'python', codeLength: 18, sandboxId: sandbox.id, source: 'api' },
    });
    expect(JSON.stringify(row)).not.toContain('never in the log');
  });
});

describeWithEngine('the stream of a cell', () => {
  it('has output, rich output and the result in order, and can be resumed after any event', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const code = ['print("one")', 'h = display({"text/html": "<b>1</b>"}, raw=True, display_id="d")', '2 + 2'].join(
      '\n',
    );
    const events = await (await sandbox.streamCell({ code })).rest();
    for (const { event, data } of events) CellEvent.parse({ event, data });
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    // Python can write the line and its end separately.
    const names = events.map(({ event }) => event).filter((name, index, all) => name !== all[index - 1]);
    expect(names).toEqual(['started', 'stdout', 'display', 'result', 'finished']);
    const cell = events[0]?.data.id;
    const path = pathOf('/api/v1/sandboxes/:id/contexts/:cid/cells/:cell/events', {
      id: sandbox.id,
      cid: 'default',
      cell,
    });
    for (const lastEventId of [0, 2, events.length - 1]) {
      const resumed = await sandbox.stream(path, { headers: { 'last-event-id': String(lastEventId) } });
      expect(await resumed.rest()).toEqual(events.slice(lastEventId));
    }
    await sandbox.remove();
  });
});
