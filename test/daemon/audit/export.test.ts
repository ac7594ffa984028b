import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import {
  type AuditEntry,
  exportAuditLog,
  listAuditLog,
  verifyAuditLog,
} from '../../../src-shared/contracts/audit.contract.ts';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

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

describe('an export', () => {
  test('has every entry of the account, oldest first, itself the last, one JSON a line', async () => {
    const [user] = [await newUser(), await newUser()];
    const { text, headers } = await exported(user);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="strongroom-audit.jsonl"',
      'x-content-type-options': 'nosniff',
    });
    const entries = linesOf(text);
    expect(entries.map(({ action }) => action)).toEqual([
      'auth.register',
      'secret.create',
      'secret.list',
      'audit.export',
    ]);
    const { logs } = await user.client.call(listAuditLog);
    expect(entries).toEqual(logs.toReversed());
  });

  test('as CSV has the same in cells', async () => {
    const user = await newUser();
    const { text, headers } = await exported(user, { format: 'csv' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const { data, errors } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true });
    expect(errors).toEqual([]);
    const { logs } = await user.client.call(listAuditLog);
    const entries = data.map(({ metadata = '', ...cells }) => ({ ...cells, metadata: JSON.parse(metadata) }));
    const expected = logs.toReversed().map((entry) => ({
      ...entry,
      id: String(entry.id),
      user_id: String(entry.user_id),
      resource_id: entry.resource_id ?? '',
    }));
    expect(entries).toEqual(expected);
  });

  test('keeps what a spreadsheet would take for a formula from being one', async () => {
    const user = await newUser();
    const client = { ipAddress: '=HYPERLINK("http://evil.example","x")', userAgent: null, source: 'api' };
    daemon().core.database.transaction((db) => {
      const event = { action: 'secret.delete', resourceId: '@SUM(1,2)', metadata: { name: 'A' } } as const;
      daemon().core.services.recordAudit(db, { accountId: user.id, client }, event);
    });
    const { text } = await exported(user, { format: 'csv', action: 'secret.delete' });
    expect(text).toContain(`"'@SUM(1,2)","'=HYPERLINK(""http://evil.example"",""x"")"`);
  });

  test('passes the filters', async () => {
    const user = await newUser();
    expect(linesOf((await exported(user, { action: 'secret.create' })).text)).toMatchObject([
      { action: 'secret.create' },
    ]);
    const now = new Date(daemon().clock.now() + 60_000).toISOString();
    expect((await exported(user, { from: now })).text).toBe('');
    expect(linesOf((await exported(user, { to: now })).text)).toHaveLength(6);
    expect((await exported(user, { format: 'xml' })).status).toBe(400);
  });

  test('and the verification need the scope of the audit', async () => {
    const user = await newUser();
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', scopes: ['execute'] } });
    for (const spec of [exportAuditLog, verifyAuditLog])
      expect(await user.client.with(asKey(apiKey)).refusal(spec)).toMatchObject({ code: 'forbidden' });
  });
});
