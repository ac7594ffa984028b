/** Pinning and deleting runs of the history. */
import { expect, it } from 'vitest';
import { pinLimits, updateExecution } from '../../../../src-shared/contracts/executions/history.contract.ts';
import { execute, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();
const run = async ({ client }: Pick<TestUser, 'client'>, code = 'true') =>
  (await client.call(execute, { body: { language: 'bash', code } })).id;

describeWithEngine('a pinned run', () => {
  it('is one of at most 100, which take at most half of the history', async () => {
    const user = await daemon().newUser();
    const large = await run(user, 'head -c 600000 /dev/urandom | base64 -w0');
    await user.client.call(updateSettings, { body: { history: { maxBytes: 1024 * 1024 } } });
    const params = { id: large };
    expect(await user.client.refusal(updateExecution, { params, body: { pinned: true } })).toMatchObject({
      code: 'too_many_pinned',
      message: expect.stringContaining('half of the size of the history'),
    });
    const small = await run(user);
    daemon().core.database.transaction((db) => {
      for (let number = 0; number < pinLimits.runs; number++) {
        const { lastInsertRowid } = db.run(
          `INSERT INTO executions (id, account_id, language, source, engine, status, created_at)
           VALUES (?, ?, 'bash', 'api', 'docker', 'succeeded', 0)`,
          [`run_pinned_${user.id}_${number}`, user.id],
        );
        db.run('INSERT INTO execution_labels (seq, account_id, pinned_at) VALUES (?, ?, 1)', [
          lastInsertRowid,
          user.id,
        ]);
      }
    });
    const refusal = await user.client.refusal(updateExecution, { params: { id: small }, body: { pinned: true } });
    expect(refusal).toMatchObject({ code: 'too_many_pinned', message: expect.stringContaining('100 runs') });
    expect((await user.client.call(readExecution, { params: { id: small } })).pinned).toBe(false);
  });
});
