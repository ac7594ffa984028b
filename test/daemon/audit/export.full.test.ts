import { describe, expect, test } from 'vitest';
import { type AuditEntry, exportAuditLog, verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { open } from '../../support/network/http-send.ts';

const daemon = testDaemonOfFile();

async function newUser(): Promise<TestUser> {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  await user.client.call(putSecret, { params: { name: 'A' }, body: { value: 'x' } });
  await user.client.call(listSecrets);
  return user;
}

const exported = (user: TestUser, query: Record<string, string> = {}) => user.client.answer(exportAuditLog, { query });
const linesOf = (text: string): AuditEntry[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function addMany(user: TestUser, count: number): void {
  const client = { ipAddress: '127.0.0.1', userAgent: null, source: 'api' };
  daemon().core.database.transaction((db) => {
    for (let index = 0; index < count; index++)
      daemon().core.services.recordAudit(db, { accountId: user.id, client }, { action: 'secret.list', metadata: {} });
  });
}

describe('an export', () => {
  test('of many entries has them all, and the daemon answers other requests during it', async () => {
    const user = await newUser();
    addMany(user, 20_000);
    const whole = exported(user);
    const counts = await Promise.all([user.client.call(listSecrets), user.client.call(listSecrets)]);
    expect(counts).toHaveLength(2);
    const ids = linesOf((await whole).text).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(20_004);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  test('ends when its client disconnects, and the daemon continues', async () => {
    const user = await newUser();
    addMany(user, 20_000);
    const response = await open(daemon().url, { path: exportAuditLog.path, headers: user.client.credential });
    response.destroy();
    expect((await user.client.call(verifyAuditLog)).entries).toBeGreaterThan(20_000);
    expect(await daemon().readLog()).not.toContain('request failed');
  });
});
