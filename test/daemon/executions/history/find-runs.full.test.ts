/** The search in the history: its fields, its pages, and its bound. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { updateExecution } from '../../../../src-shared/contracts/executions/history.contract.ts';
import { execute, listExecutions } from '../../../../src-shared/contracts/executions.contract.ts';
import { asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();

async function find({ client }: Pick<TestUser, 'client'>, query: Record<string, string | number>) {
  const { executions, nextBefore } = await client.call(listExecutions, { query });
  return { names: executions.map(({ name }) => name), nextBefore };
}

describeWithEngine('a search', () => {
  it('finds runs by name, maker, status, language, client, pin, time and id', async () => {
    const user = await daemon().newUser();
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'Nightly key', scopes: ['execute'] } });
    const run = (name: string, { code = 'true', client = user.session, from = 'api' } = {}) =>
      client.call(execute, {
        body: { language: 'bash', code, name },
        headers: { 'x-strongroom-client': from },
      });
    const bills = await run('Bills of März.sh', { from: 'cli' });
    await run('broken.sh', { code: 'exit 3' });
    await run('sweep.sh', { client: user.client.with(asKey(apiKey)) });
    await user.session.call(updateExecution, { params: { id: bills.id }, body: { pinned: true } });
    const found: [Record<string, string>, string[]][] = [
      [{ search: 'BILLS OF MÄRZ' }, ['Bills of März.sh']],
      [{ search: 'nightly' }, ['sweep.sh']],
      [{ search: '.sh', client: 'api' }, ['sweep.sh', 'broken.sh']],
      [{ status: 'failed' }, ['broken.sh']],
      [{ language: 'sh', pinned: 'false' }, ['sweep.sh', 'broken.sh']],
      [{ language: 'python' }, []],
      [{ client: 'cli' }, ['Bills of März.sh']],
      [{ pinned: 'true' }, ['Bills of März.sh']],
      [{ to: '2020-01-01T00:00:00Z' }, []],
      [{ from: '2020-01-01T00:00:00+02:00', status: 'failed' }, ['broken.sh']],
      [{ idPrefix: bills.id.slice(0, 12) }, ['Bills of März.sh']],
      [{ idPrefix: bills.id.slice(4, 12) }, ['Bills of März.sh']],
    ];
    for (const [query, names] of found)
      expect(await find(user, query), JSON.stringify(query)).toEqual({ names, nextBefore: null });
    const narrow = { client: user.client.with(asKey(apiKey)) };
    expect((await find(narrow, { search: 'bills' })).names).toEqual([]);
  });

  it('has pages that meet without a gap', async () => {
    const user = await daemon().newUser();
    for (const name of ['a1', 'b', 'a2', 'a3'])
      await user.client.call(execute, { body: { language: 'bash', code: 'true', name } });
    const first = await find(user, { search: 'a', limit: 2 });
    expect(first.names).toEqual(['a3', 'a2']);
    expect(await find(user, { search: 'a', limit: 2, before: first.nextBefore ?? 0 })).toEqual({
      names: ['a1'],
      nextBefore: null,
    });
  });
});

it('examines at most 2,000 runs in one request, and continues where it stopped', async () => {
  const user = await daemon().newUser();
  daemon().core.database.transaction((db) =>
    db.run(
      `INSERT INTO executions (id, account_id, language, source, engine, status, created_at)
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       SELECT 'run_many_' || :id || '_' || i, :id, iif(i = 0, 'r', 'bash'), 'api', 'docker', 'succeeded', 0 FROM n`,
      { id: user.id },
    ),
  );
  const first = await find(user, { language: 'r' });
  expect(first).toEqual({ names: [], nextBefore: expect.any(Number) });
  expect(await find(user, { language: 'r', before: first.nextBefore ?? 0 })).toEqual({
    names: [undefined],
    nextBefore: null,
  });
});

it.each([
  [{ search: '' }, 'search'],
  [{ search: 'x'.repeat(201) }, 'search'],
  [{ idPrefix: 'abc' }, 'idPrefix'],
  [{ status: 'done' }, 'status'],
  [{ client: 'me' }, 'client'],
  [{ from: 'yesterday' }, 'from'],
  [{ pinned: '1' }, 'pinned'],
])('refuses the query %j and names the field', async (query, path) => {
  const { client } = await daemon().newUser();
  expect(await client.refusal(listExecutions, { query })).toMatchObject({
    code: 'invalid_request',
    details: [{ path }],
  });
});
