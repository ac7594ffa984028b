/** The history of runs: the list, a single run, its files, and the limits. */
import { describe, expect, it } from 'vitest';
import {
  execute,
  listExecutions,
  readExecution,
  readExecutionFile,
} from '../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { expectAbsent } from '../../support/expect-absent.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();

const run = ({ client }: TestUser, body: object) => client.call(execute, { body });
const list = async ({ client }: TestUser) => (await client.call(listExecutions)).executions;

async function idsAfter(user: TestUser, runs: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < runs; number++)
    ids.unshift((await run(user, { language: 'bash', code: `echo ${number}` })).id);
  return ids;
}

describeWithEngine('the list', () => {
  it('is newest first, in pages that meet without a gap', async () => {
    const user = await daemon().newUser();
    const ids = await idsAfter(user, 5);
    const first = await user.client.call(listExecutions, { query: { limit: 2 } });
    const second = await user.client.call(listExecutions, { query: { limit: 2, before: first.nextBefore ?? 0 } });
    const third = await user.client.call(listExecutions, { query: { limit: 2, before: second.nextBefore ?? 0 } });
    expect([first, second, third].flatMap(({ executions }) => executions.map(({ id }) => id))).toEqual(ids);
    expect(third.nextBefore).toBeNull();
  });

  it('shows 4 KiB of each stream, files without content, and no request', async () => {
    const user = await daemon().newUser();
    await run(user, { language: 'bash', code: 'head -c 6000 /dev/zero | tr "\\0" x; echo small > left.txt' });
    const [entry] = await list(user);
    expect(entry?.stdout).toHaveLength(4096);
    expect(entry?.files).toEqual([{ path: 'left.txt', size: 6, mediaType: 'text/plain' }]);
    expect(entry).not.toHaveProperty('request');
    expect(entry).toMatchObject({ status: 'succeeded', source: 'api', createdAt: expect.any(String) });
  });

  it('of another account is its own', async () => {
    const [user, stranger] = [await daemon().newUser(), await daemon().newUser()];
    await run(user, { language: 'bash', code: 'true' });
    expect(await list(stranger)).toEqual([]);
  });
});

describeWithEngine('a run of the past', () => {
  it('is kept whole, with the request that repeats it', async () => {
    const user = await daemon().newUser();
    const request = {
      language: 'py',
      code: 'import os; print(input(), os.environ["X"], "ä" * 3000); open("o.txt", "w").write("left")',
      stdin: 'typed\n',
      env: { X: 'y' },
      args: ['a'],
      files: [{ path: 'in.txt', content: 'x' }],
      timeoutMs: 9000,
    };
    const answer = await run(user, request);
    const kept = await user.client.call(readExecution, { params: { id: answer.id } });
    expect(kept).toMatchObject(answer);
    expect(kept.request).toEqual(request);
    expect(await run(user, kept.request ?? {})).toMatchObject({ stdout: answer.stdout, files: answer.files });
  });

  it('is the same when it is read from the database, and sealed there', async () => {
    const user = await daemon().newUser();
    const sentinel = 'SENTINEL-of-history';
    const code = `echo ${sentinel}-out; echo ${sentinel}-file > f.txt; head -c 5000 /dev/zero | tr "\\0" z`;
    const { id } = await run(user, { language: 'bash', code });
    const { currentRuns } = daemon().core.services;
    const before = await user.client.answer(readExecution, { params: { id } });
    currentRuns.forget(id);
    const after = await user.client.answer(readExecution, { params: { id } });
    expect(after.json).toEqual(before.json);
    const file = await user.client.answer(readExecutionFile, { params: { id, path: 'f.txt' } });
    expect(file.text).toBe(`${sentinel}-file\n`);
    const row = daemon().core.database.read.get<Record<string, unknown>>('SELECT * FROM executions WHERE id = ?', [id]);
    for (const value of Object.values(row ?? {}))
      expectAbsent(value instanceof Uint8Array ? value : String(value), sentinel);
  });
});

describeWithEngine('a file that a run left', () => {
  it('leaves as an attachment that no browser runs', async () => {
    const user = await daemon().newUser();
    const html = '<!doctype html><script>alert(1)</script>';
    const code = `mkdir -p a/b; printf '%s' '${html}' > 'a/b/page é "x".html'; echo '<svg xmlns="http://www.w3.org/2000/svg"/>' > i.svg`;
    const { id } = await run(user, { language: 'bash', code });
    const page = await user.client.answer(readExecutionFile, { params: { id, path: 'a/b/page é "x".html' } });
    expect(page.status).toBe(200);
    expect(page.text).toBe(html);
    expect(page.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html/),
      'content-disposition': `attachment; filename="page _ _x_.html"; filename*=UTF-8''page%20%C3%A9%20%22x%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const image = await user.client.answer(readExecutionFile, { params: { id, path: 'i.svg' } });
    expect(image.headers['content-disposition']).toMatch(/^attachment/);
  });

  it('is found by its own path only, and by its owner only', async () => {
    const [user, stranger] = [await daemon().newUser(), await daemon().newUser()];
    const { id } = await run(user, { language: 'bash', code: 'mkdir d; echo 1 > d/f.txt' });
    for (const path of ['f.txt', 'd', 'd/f.txt/', '../d/f.txt', 'D/f.txt', 'main.sh'])
      expect(await user.client.refusal(readExecutionFile, { params: { id, path } })).toMatchObject({ status: 404 });
    expect(await stranger.client.refusal(readExecutionFile, { params: { id, path: 'd/f.txt' } })).toMatchObject({
      code: 'execution_not_found',
    });
    expect((await user.client.answer(readExecutionFile, { params: { id, path: 'd/f.txt' } })).text).toBe('1\n');
  });
});

describeWithEngine('the history', () => {
  it('keeps as many runs as the settings say, the newest', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { history: { keepRuns: 2 } } });
    const ids = await idsAfter(user, 4);
    expect((await list(user)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const refusal = await user.client.refusal(readExecution, { params: { id: ids[3] ?? '' } });
    expect(refusal).toMatchObject({ code: 'execution_not_found' });
  });

  it('is counted as it is, after all that came and went', () => {
    const { read } = daemon().core.database;
    const counted = read.all('SELECT account_id, runs, bytes FROM execution_totals WHERE runs > 0 ORDER BY account_id');
    const sums = 'SELECT account_id, count(*) AS runs, sum(stored_bytes) AS bytes FROM executions GROUP BY account_id';
    expect(counted.length).toBeGreaterThan(2);
    expect(counted).toEqual(read.all(`${sums} ORDER BY account_id`));
  });

  it('of an account is not thinned by the runs of another', async () => {
    const [user, other] = [await daemon().newUser(), await daemon().newUser()];
    const { id } = await run(user, { language: 'bash', code: 'true' });
    await other.client.call(updateSettings, { body: { history: { keepRuns: 0 } } });
    await run(other, { language: 'bash', code: 'true' });
    await until(async () => (await list(other)).length === 0);
    expect((await list(user)).map((entry) => entry.id)).toEqual([id]);
  });

  it('keeps no output where the settings say so, but that there was a run', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { history: { keepOutputs: false } } });
    const { id } = await run(user, { language: 'bash', code: 'echo SENTINEL; echo 1 > f.txt' });
    daemon().core.services.currentRuns.forget(id);
    const kept = await user.client.call(readExecution, { params: { id } });
    expect(kept).toMatchObject({ status: 'succeeded', stdout: '', files: [] });
    const row = daemon().core.database.read.get('SELECT preview, output, files FROM executions WHERE id = ?', [id]);
    expect(row).toEqual({ preview: null, output: null, files: null });
  });
});

describe('a page', () => {
  it('is of 1 to 200 runs', async () => {
    const { client } = await daemon().newUser();
    for (const limit of ['0', '201', 'x', '1e2', ''])
      expect(await client.refusal(listExecutions, { query: { limit } })).toMatchObject({ code: 'invalid_request' });
    for (const limit of [1, 200]) expect((await client.answer(listExecutions, { query: { limit } })).status).toBe(200);
  });
});
