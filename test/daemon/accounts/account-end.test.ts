/** A new password, and the end of an account. */
import { describe, expect, it } from 'vitest';
import { changePassword, deleteAccount, login, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import {
  cancelExecution,
  execute,
  listExecutions,
  readExecution,
} from '../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type ApiClient, asBearer } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';

const daemon = testDaemonOfFile();
const newPassword = 'another password entirely';

const logIn = ({ email }: TestUser, password: string) => daemon().client.answer(login, { body: { email, password } });
const serves = async (client: ApiClient) => (await client.answer(verify)).status === 200;

async function secondSession({ email, password }: TestUser): Promise<ApiClient> {
  const { token } = await daemon().client.call(login, { body: { email, password } });
  return daemon().client.with(asBearer(token));
}

describe('a password change', () => {
  it('ends the other sessions, keeps this one and the API keys, and returns both numbers', async () => {
    const user = await daemon().newUser();
    const other = await secondSession(user);
    await user.client.call(createApiKey, { body: { name: 'second', scopes: ['audit'] } });
    const body = { currentPassword: user.password, newPassword };
    expect(await user.session.call(changePassword, { body })).toEqual({ sessionsEnded: 1, apiKeysKept: 2 });
    expect([await serves(user.session), await serves(other), await serves(user.client)]).toEqual([true, false, true]);
    expect((await logIn(user, user.password)).status).toBe(401);
    expect((await logIn(user, newPassword)).status).toBe(200);
  });

  it('is refused with a wrong current password, counted and recorded as a failed login', async () => {
    const user = await daemon().newUser();
    const body = { currentPassword: 'not it', newPassword };
    expect(await user.session.refusal(changePassword, { body })).toMatchObject({ code: 'invalid_credentials' });
    expect((await logIn(user, user.password)).status).toBe(200);
    const { logs } = await user.client.call(listAuditLog, { query: { action: 'auth.login_failed' } });
    expect(logs).toHaveLength(1);
  });

  it('to one that is too short changes nothing', async () => {
    const user = await daemon().newUser();
    const body = { currentPassword: user.password, newPassword: 'short' };
    expect(await user.session.refusal(changePassword, { body })).toMatchObject({ details: [{ path: 'newPassword' }] });
    expect((await logIn(user, user.password)).status).toBe(200);
  });

  it('opens what was sealed before it', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { history: { keepRuns: 7 } } });
    await user.session.call(changePassword, { body: { currentPassword: user.password, newPassword } });
    const renewed = await secondSession({ ...user, password: newPassword });
    expect((await renewed.call(listExecutions)).executions).toEqual([]);
  });
});

describe('the end of an account', () => {
  it('needs the password', async () => {
    const user = await daemon().newUser();
    const refused = await user.session.refusal(deleteAccount, { body: { password: 'not it' } });
    expect(refused).toMatchObject({ code: 'invalid_credentials' });
    expect(await serves(user.session)).toBe(true);
  });

  it('ends every credential at once and frees the e-mail; its audit rows stay, hidden from other accounts', async () => {
    const user = await daemon().newUser();
    const other = await secondSession(user);
    expect((await user.session.answer(deleteAccount, { body: { password: user.password } })).status).toBe(204);
    expect([await serves(user.session), await serves(other), await serves(user.client)]).toEqual([false, false, false]);
    expect((await logIn(user, user.password)).status).toBe(401);
    const rows = daemon().core.database.read.all<{ action: string }>(
      'SELECT action FROM audit_log WHERE user_id = ? ORDER BY seq',
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['auth.register', 'auth.login', 'account.delete']);
    const successor = await daemon().newUser();
    expect(successor.id).toBeGreaterThan(user.id);
    expect((await successor.client.call(listAuditLog)).logs).toHaveLength(1);
  });

  it('leaves no row of it but the audit rows', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { autoLockMinutes: 5 } });
    await user.session.answer(deleteAccount, { body: { password: user.password } });
    const { read } = daemon().core.database;
    const tables = read.all<{ name: string }>(
      `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'account_id'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sessions', 'api_keys', 'account_settings', 'executions']),
    );
    for (const { name } of tables) {
      const sql = `SELECT count(*) AS count FROM "${name}" WHERE account_id = ?`;
      expect(read.get<{ count: number }>(sql, [user.id])?.count, name).toBe(0);
    }
  });
});

describeWithEngine('an account that ends while its code runs', () => {
  it('takes the run with it', async () => {
    const user = await daemon().newUser();
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: execute.path,
      headers: user.client.credential,
      body: { language: 'bash', code: 'echo up; sleep 60' },
    });
    const started = await stream.next();
    expect((await stream.next())?.event).toBe('stdout');
    await user.session.answer(deleteAccount, { body: { password: user.password } });
    const rest = await stream.rest();
    expect(rest.at(-1)).toMatchObject({ event: 'finished', data: { status: 'cancelled' } });
    const stranger = await daemon().newUser();
    for (const spec of [readExecution, cancelExecution])
      expect(await stranger.client.refusal(spec, { params: { id: started?.data.id } })).toMatchObject({ status: 404 });
  });
});
