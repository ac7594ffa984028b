/** Names of runs and of what started them: in the list, sealed in the database, and for runs of earlier versions. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import { execute, listExecutions, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import { asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { expectAbsent } from '../../../support/expect-absent.ts';
import { connectAgent } from '../../mcp/agent.ts';

const daemon = testDaemonOfFile();
const list = async ({ client }: Pick<TestUser, 'client'>) => (await client.call(listExecutions)).executions;
const bash = (code: string, more: object = {}) => ({ language: 'bash', code, ...more });

describeWithEngine('a run in the list', () => {
  it('has a name: the given one, or the first comment or statement of its code', async () => {
    const user = await daemon().newUser();
    await user.client.call(execute, { body: bash('#!/bin/sh\n# Bills of March\ntrue') });
    const { id } = await user.client.call(execute, { body: bash('true', { name: 'deploy.sh' }) });
    expect((await list(user)).map(({ name }) => name)).toEqual(['deploy.sh', 'Bills of March']);
    const kept = await user.client.call(readExecution, { params: { id } });
    expect(kept).toMatchObject({ name: 'deploy.sh', request: { name: 'deploy.sh' } });
    const refusal = await user.client.refusal(execute, { body: bash('true', { name: 'x'.repeat(513) }) });
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ path: 'name' }] });
  });

  it('says what started it: interface, command line, an API key by its name, an agent by its name', async () => {
    const user = await daemon().newUser();
    const start = (headers: object, client = user.session) =>
      client.call(execute, { body: bash('true'), headers: { ...headers } });
    await start({ 'x-strongroom-client': 'interface' });
    await start({ 'x-strongroom-client': 'cli' });
    await start({});
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'Nightly', scopes: ['execute'] } });
    await start({}, user.client.with(asKey(apiKey)));
    const agent = await connectAgent(daemon().url, user, { name: 'Bill the agent' });
    await agent.client.callTool({ name: 'run_code', arguments: bash('true') });
    await agent.client.close();
    expect((await list(user)).map(({ startedBy }) => startedBy)).toEqual([
      { client: 'agent', name: 'Bill the agent' },
      { client: 'api', name: 'Nightly' },
      { client: 'api' },
      { client: 'cli' },
      { client: 'interface' },
    ]);
  });

  it('has its name nowhere in plaintext at rest, and not in the audit log', async () => {
    const user = await daemon().newUser();
    const { id } = await user.client.call(execute, { body: bash('# SENTINEL of a line\ntrue') });
    await user.client.call(execute, { body: bash('true', { name: 'SENTINEL of a file' }) });
    const rows = daemon().core.database.read.all<Record<string, unknown>>(
      'SELECT * FROM executions JOIN execution_labels USING (seq)',
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const value of rows.flatMap((row) => Object.values(row)))
      expectAbsent(value instanceof Uint8Array ? value : String(value), 'SENTINEL');
    const { logs } = await user.session.call(listAuditLog);
    expectAbsent(JSON.stringify(logs), 'SENTINEL');
    expect(JSON.stringify(logs)).toContain(id);
  });

  it('of an earlier version is named by its stored request, and by nothing if it is damaged', async () => {
    const user = await daemon().newUser();
    await user.client.call(execute, { body: bash('# Old\ntrue') });
    const { database } = daemon().core;
    const setLabel = (label: Uint8Array | null) =>
      database.transaction((db) =>
        db.run(
          'UPDATE execution_labels SET label = ? WHERE seq = (SELECT max(seq) FROM executions WHERE account_id = ?)',
          [label, user.id],
        ),
      );
    setLabel(null);
    expect((await list(user))[0]?.name).toBe('Old');
    setLabel(new Uint8Array(200));
    const [damaged] = await list(user);
    expect(damaged).not.toHaveProperty('name');
    expect(damaged).toMatchObject({ status: 'succeeded' });
  });
});
