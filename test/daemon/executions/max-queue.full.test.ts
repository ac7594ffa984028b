/** `maxQueueMs`, from the request to the history. */
import { beforeAll, expect, it, vi } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { encryptCode, executeCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile();
const quick = { language: 'bash', code: 'echo ran' };
/** More than any machine runs at once; the end of the daemon ends them. */
const longRuns = 33;
/** Too short for a run that finds all slots taken, and long enough that it is admitted to the queue. */
const waitMs = 1500;
const refused = { status: 429, code: 'queue_timeout' };

describeWithEngine('a run that finds all slots taken', () => {
  let user: TestUser;

  beforeAll(async () => {
    user = await daemon().newUser();
    const body = { language: 'bash', code: 'sleep 300', memoryMb: 4096 };
    for (let count = 0; count < longRuns; count++) user.client.call(execute, { body }).catch(() => undefined);
    await vi.waitFor(() => expect(daemon().core.services.currentRuns.countUnderWay(user.id)).toBe(longRuns), 10_000);
  });

  /** The runs that have ended. */
  const history = async () => {
    const { executions } = await user.client.call(listExecutions);
    return executions.filter(({ status }) => !['queued', 'running'].includes(status));
  };

  it('is refused at once, and not recorded, when it may not wait at all', async () => {
    const refusal = await user.client.refusal(execute, { body: { ...quick, maxQueueMs: 0 } });
    expect(refusal).toMatchObject(refused);
    expect(await history()).toEqual([]);
  });

  it('is refused when it has waited as long as it may, and is in the history as cancelled', async () => {
    const answer = await user.client.answer(execute, { body: { ...quick, maxQueueMs: waitMs } });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const [run] = await history();
    expect(run).toMatchObject({ status: 'cancelled', exitCode: null, stdout: '', durationMs: 0 });
    expect(run?.queuedMs).toBeGreaterThanOrEqual(waitMs);
    const whole = await user.client.call(readExecution, { params: { id: run?.id ?? '' } });
    expect(whole.request).toMatchObject({ code: quick.code, maxQueueMs: waitMs });
    const { logs } = await user.client.call(listAuditLog, { query: { action: 'code.execute' } });
    expect(logs[0]?.metadata.executionId).toBe(run?.id);
    expect(logs).toHaveLength(longRuns + 1);
    expect(await daemon().readLog()).not.toContain('run failed');
  });

  it('ends its stream with the error', async () => {
    const body = { ...quick, maxQueueMs: waitMs };
    const opened = await openEventStream(daemon().url, {
      method: 'POST',
      path: execute.path,
      headers: user.client.credential,
      body,
    });
    const events = await opened.rest();
    expect(events.map(({ event }) => event)).toEqual(['started', 'error']);
    expect(events[1]?.data).toMatchObject({ error: { code: 'queue_timeout' } });
  });

  it('is refused the same as a stored script and as an agent’s', async () => {
    const masterPassword = 'm';
    const { encryptedPayload } = await user.client.call(encryptCode, { body: { masterPassword, code: quick.code } });
    const params = { name: 'kept' };
    await user.client.call(storeCode, { params, body: { encryptedPayload, language: 'bash' } });
    const body = { masterPassword, maxQueueMs: 0 };
    expect(await user.client.refusal(executeCode, { params, body })).toMatchObject(refused);
    const { client } = await connectAgent(daemon().url, user, { name: 'Agent Smith' });
    const result = await client.callTool({ name: 'run_code', arguments: { ...quick, maxQueueMs: 0 } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('longest wait') }] });
    await client.close();
  });
});
