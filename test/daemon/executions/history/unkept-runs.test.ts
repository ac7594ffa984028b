/** Runs with `keep: false`, which the history does not have once they ended. */
import { expect, it } from 'vitest';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import {
  cancelExecution,
  execute,
  listExecutions,
  readExecution,
} from '../../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a run that is not kept', () => {
  it('has its answer and its row of the audit log, and replaces no run of the history', async () => {
    const { client } = await daemon().newUser();
    await client.call(updateSettings, { body: { history: { keepRuns: 1 } } });
    const kept = await client.call(execute, { body: { language: 'bash', code: 'echo kept' } });
    const body = { language: 'bash', code: 'cat; echo left > a.txt; exit 3', stdin: 'typed', keep: false };
    const answer = await client.call(execute, { body });
    expect(answer).toMatchObject({ stdout: 'typed', exitCode: 3, files: [{ path: 'a.txt', content: 'left\n' }] });
    const { executions } = await client.call(listExecutions);
    expect(executions.map(({ id }) => id)).toEqual([kept.id]);
    await expect(client.call(readExecution, { params: { id: answer.id } })).rejects.toThrow('execution_not_found');
    const { logs } = await client.call(listAuditLog, { query: { action: 'code.execute' } });
    expect(logs.map(({ metadata }) => metadata)).toEqual(
      [answer.id, kept.id].map((executionId) => expect.objectContaining({ executionId })),
    );
  });

  it('can be seen and cancelled while it runs, without its code', async () => {
    const { client } = await daemon().newUser();
    const body = { language: 'bash', code: 'echo begun; sleep 100', keep: false };
    const running = client.call(execute, { body });
    const first = async () => (await client.call(listExecutions)).executions[0];
    await until(async () => (await first())?.status === 'running');
    const params = { id: (await first())?.id ?? '' };
    expect(await client.call(readExecution, { params })).not.toHaveProperty('request');
    const cancelled = await client.call(cancelExecution, { params });
    expect(cancelled.status).toBe('cancelled');
    expect(await running).toMatchObject({ status: 'cancelled' });
    expect((await client.call(listExecutions)).executions).toEqual([]);
  });
});
