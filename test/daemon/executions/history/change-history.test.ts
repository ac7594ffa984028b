/** Pinning and deleting runs of the history. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import {
  deleteExecution,
  deleteExecutions,
  updateExecution,
} from '../../../../src-shared/contracts/executions/history.contract.ts';
import {
  cancelExecution,
  execute,
  listExecutions,
  readExecution,
  readExecutionFile,
} from '../../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openEventStream } from '../../../support/event-stream.ts';

const daemon = testDaemonOfFile();
const run = async ({ client }: Pick<TestUser, 'client'>, code = 'true') =>
  (await client.call(execute, { body: { language: 'bash', code } })).id;
const pin = ({ client }: Pick<TestUser, 'client'>, id: string, pinned = true) =>
  client.call(updateExecution, { params: { id }, body: { pinned } });
const idsOf = async ({ client }: Pick<TestUser, 'client'>) =>
  (await client.call(listExecutions)).executions.map(({ id }) => id);

describeWithEngine('a pinned run', () => {
  it('stays when newer runs take the place of the others, until it is unpinned', async () => {
    const user = await daemon().newUser();
    const first = await run(user);
    expect(await pin(user, first)).toMatchObject({ id: first, pinned: true });
    await user.client.call(updateSettings, { body: { history: { keepRuns: 1 } } });
    await run(user);
    const last = await run(user);
    expect(await idsOf(user)).toEqual([last, first]);
    await pin(user, first, false);
    const newest = await run(user);
    expect(await idsOf(user)).toEqual([newest]);
  });
});

describeWithEngine('deleting', () => {
  it('removes the run with its output and files, and leaves its trace in the audit log', async () => {
    const user = await daemon().newUser();
    const [kept, first, second] = [await run(user), await run(user, 'echo 1 > f.txt'), await run(user)];
    await user.client.call(deleteExecution, { params: { id: first } });
    for (const [spec, path] of [
      [readExecution, ''],
      [readExecutionFile, 'f.txt'],
      [deleteExecution, ''],
    ] as const)
      expect(await user.client.refusal(spec, { params: { id: first, path } })).toMatchObject({
        code: 'execution_not_found',
      });
    expect(await user.client.call(deleteExecutions, { body: { ids: [second, second] } })).toEqual({ deleted: 1 });
    expect(await idsOf(user)).toEqual([kept]);
    const { logs } = await user.session.call(listAuditLog, { query: { action: 'execution.delete' } });
    expect(logs.map(({ resource_id, metadata }) => [resource_id, metadata])).toEqual(
      [second, first].map((id) => [id, { executionId: id, actor: { kind: 'apiKey', id: expect.any(String) } }]),
    );
  });

  it('deletes nothing if one of the runs has not ended or does not exist', async () => {
    const user = await daemon().newUser();
    const ended = await run(user);
    const body = { language: 'bash', code: 'sleep 60' };
    const stream = await openEventStream(daemon().url, {
      ...{ method: 'POST', path: execute.path, body, headers: user.client.credential },
    });
    const running = (await stream.next())?.data.id as string;
    for (const [id, code] of [
      [running, 'execution_running'],
      ['run_none', 'execution_not_found'],
    ])
      expect(await user.client.refusal(deleteExecutions, { body: { ids: [ended, id] } })).toMatchObject({ code });
    expect(await idsOf(user)).toEqual([running, ended]);
    await user.client.call(cancelExecution, { params: { id: running } });
    await user.client.call(deleteExecution, { params: { id: running } });
    for (const ids of [[], Array(201).fill('run_a')])
      expect(await user.client.refusal(deleteExecutions, { body: { ids } })).toMatchObject({ code: 'invalid_request' });
  });

  it('and pinning are not allowed for the runs of others', async () => {
    const [user, stranger] = [await daemon().newUser(), await daemon().newUser()];
    const id = await run(user);
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'n', scopes: ['execute', 'audit'] } });
    const reader = user.client.with(asKey(apiKey));
    for (const [client, code] of [
      [stranger.client, 'execution_not_found'],
      [reader, 'forbidden'],
    ] as const) {
      expect(await client.refusal(deleteExecution, { params: { id } })).toMatchObject({ code });
      expect(await client.refusal(updateExecution, { params: { id }, body: { pinned: true } })).toMatchObject({ code });
    }
    const own = await run({ client: reader });
    expect(await pin({ client: reader }, own)).toMatchObject({ pinned: true });
    await reader.call(deleteExecution, { params: { id: own } });
    expect(await idsOf(user)).toEqual([id]);
  });
});
