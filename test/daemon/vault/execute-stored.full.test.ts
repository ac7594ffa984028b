import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { encryptCode, executeCode, readCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';

const daemon = testDaemonOfFile();
const masterPassword = 'the master password of a test';

async function userWith(name: string, code: string): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  const { encryptedPayload } = await user.client.call(encryptCode, { body: { masterPassword, code } });
  const body = { encryptedPayload, language: 'python', description: '' };
  await user.client.call(storeCode, { params: { name }, body });
  return user;
}

const run = (name: string, more: object = {}) => ({ params: { name }, body: { masterPassword, ...more } });

describeWithEngine('stored code', () => {
  test('is decrypted and executed with all that a run can have', async () => {
    const code =
      'import os, sys; print(sys.argv[1], input(), os.environ["A"], open("in.txt").read(), os.environ["TOKEN"])';
    const user = await userWith('job', code);
    await user.client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'a secret value' } });
    const more = { args: ['arg'], stdin: 'typed', env: { A: 'env' }, files: [{ path: 'in.txt', content: 'file' }] };
    const answer = await user.client.call(executeCode, run('job', more));
    expect(answer).toMatchObject({ status: 'succeeded', stdout: 'arg typed env file ***\n', language: 'python' });
    const { logs } = await user.client.call(listAuditLog, { query: { limit: 1 } });
    expect(logs[0]).toMatchObject({
      action: 'zk.execute',
      resource_type: 'execution',
      resource_id: null,
      metadata: { name: 'job', language: 'python', codeLength: code.length, secretsInjected: 1, packages: 0 },
    });
    expect(logs[0]?.metadata).toMatchObject({ executionId: answer.id, source: 'vault' });
  });

  test('runs at the path that its request names, among its files', async () => {
    const user = await userWith('job', 'import helper; print(__file__, helper.word)');
    const files = [{ path: 'src/helper.py', content: 'word = "found"' }];
    const answer = await user.client.call(executeCode, run('job', { entry: 'src/app.py', files }));
    expect(answer).toMatchObject({ status: 'succeeded', stdout: '/work/src/app.py found\n' });
  });

  test('streams', async () => {
    const user = await userWith('job', 'print("streamed")');
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: '/api/v1/zk/code/job/execute',
      headers: user.client.credential,
      body: { masterPassword },
    });
    const events = await stream.rest();
    const printed = events.filter(({ event }) => event === 'stdout').map(({ data }) => data.text);
    expect(printed.join('')).toBe('streamed\n');
    expect([events[0]?.event, events.at(-1)?.event]).toEqual(['started', 'finished']);
  });

  test('that does not open gives one answer, whatever the reason', async () => {
    const user = await userWith('job', 'print(1)');
    const { encryptedPayload } = await user.client.call(readCode, { params: { name: 'job' } });
    const flipped = Buffer.from(encryptedPayload.ciphertext, 'base64');
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    const changed = { ...encryptedPayload, ciphertext: flipped.toString('base64') };
    const body = { encryptedPayload: changed, language: 'python', description: '' };
    await user.client.call(storeCode, { params: { name: 'changed' }, body });
    const before = (await user.client.call(listExecutions)).executions.length;
    const answers = [
      await user.client.refusal(executeCode, run('job', { masterPassword: 'x' })),
      await user.client.refusal(executeCode, run('job', { masterPassword: 'x'.repeat(1024) })),
      await user.client.refusal(executeCode, run('changed')),
    ];
    expect(new Set(answers.map(({ status, code, message }) => `${status} ${code} ${message}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 422, code: 'decryption_failed' });
    expect((await user.client.call(listExecutions)).executions).toHaveLength(before);
  });

  test('stands in the clear in no file, log, trail or history after it was stored and executed', async () => {
    const sentinel = 'sentinel-plaintext-of-stored-code-0815';
    const user = await userWith('opaque', `value = "${sentinel}"\nprint(len(value))\nraise SystemExit(3)`);
    const answer = await user.client.call(executeCode, run('opaque', { stdin: `${sentinel}-stdin` }));
    expect(answer).toMatchObject({ stdout: `${sentinel.length}\n`, exitCode: 3 });
    const error = [
      await user.client.answer(readExecution, { params: { id: answer.id } }),
      await user.client.answer(listExecutions),
      await user.client.answer(listAuditLog),
      await user.client.answer(readCode, { params: { name: 'opaque' } }),
    ];
    expect(error.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { text } of error) expect(text).not.toContain(sentinel);
    expect(error[0]?.json).not.toHaveProperty('request');
    const { read } = daemon().core.database;
    const rows = read.all<{ request: unknown }>('SELECT request FROM executions WHERE account_id = ?', [user.id]);
    expect(rows).toEqual([{ request: null }]);
    // The data folder is in it.
    const files = filesOf(tmpdir());
    expect(files.some(({ path }) => path.endsWith('-wal'))).toBe(true);
    for (const needle of [sentinel, masterPassword])
      expect(files.filter(({ content }) => content.includes(needle)).map(({ path }) => path)).toEqual([]);
    expect(await daemon().readLog()).not.toContain('opaque');
  });
});

function filesOf(folder: string): { path: string; content: Buffer }[] {
  return readdirSync(folder).flatMap((name) => contentsOf(join(folder, name)));
}

/** Reads a file or all files below a folder. Files that another test removes are skipped. */
function contentsOf(path: string): { path: string; content: Buffer }[] {
  try {
    return [{ path, content: readFileSync(path) }];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EISDIR') return filesOf(path);
    if (code === 'ENOENT' || code === 'ENXIO') return [];
    throw error;
  }
}
