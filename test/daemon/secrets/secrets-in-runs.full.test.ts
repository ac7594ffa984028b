import { expect, test } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();
const values = { ONE: 'value-of-the-first-é', TWO: 'value-of-the-second', SHORT: 'abc' };

async function newUser(secrets: Record<string, string> = values): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  for (const [name, value] of Object.entries(secrets))
    await user.client.call(putSecret, { params: { name }, body: { value } });
  return user;
}

const python = (code: string, more: object = {}) => ({ body: { language: 'python', code, ...more } });
const injectedCount = async (user: TestUser) =>
  (await user.client.call(listAuditLog, { query: { action: 'code.execute', limit: 1 } })).logs[0]?.metadata
    .secretsInjected;

describeWithEngine('a run', () => {
  test('sets a variable itself in the place of a secret, which is then not injected', async () => {
    const user = await newUser();
    const code = 'import os; print(os.environ["ONE"], "value-of-the-first-é")';
    const { stdout } = await user.client.call(execute, python(code, { env: { ONE: 'from the request' } }));
    expect(stdout).toBe('from the request value-of-the-first-é\n');
    expect(await injectedCount(user)).toBe(2);
  });

  test('with secrets that are too large together is refused before it begins', async () => {
    const user = await newUser(
      Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`S${at}`, 'x'.repeat(65_000)])),
    );
    const refusal = await user.client.refusal(execute, python('print(1)', { env: { OWN: 'y'.repeat(66_000) } }));
    const details = ['env.OWN', 'secrets.S10', 'secrets.S11'].map((path) => expect.objectContaining({ path }));
    expect(refusal).toMatchObject({ code: 'environment_too_large', details });
    expect(JSON.stringify(refusal)).not.toMatch(/xxx|yyy|6[56][_,]?000/);
    expect((await user.client.call(execute, python('print(1)', { secrets: ['S1'] }))).stdout).toBe('1\n');
  });
});
