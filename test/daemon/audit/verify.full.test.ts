import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WritableDb } from '../../../src-daemon/db/database.ts';
import { type AuditVerification, verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, type TestUser } from '../../support/daemon/test-daemon.ts';

let folder: string;
let daemon: TestDaemon;
let user: TestUser;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  await start();
  user = await daemon.newUser();
});

afterEach(async () => {
  await daemon.stop();
});

const dataDir = () => join(folder, 'data');
const anchorPath = () => join(`${dataDir()}-key`, 'audit-head');

async function start(): Promise<void> {
  daemon = await startTestDaemon({ dataDir: dataDir() });
}

/** Restarts the daemon. The stop copies the head; the user's key stays valid. */
async function restart(between = () => {}): Promise<void> {
  await daemon.stop();
  between();
  await start();
}

const client = () => createApiClient(daemon.url, user.client.credential);
const verify = (): Promise<AuditVerification> => client().call(verifyAuditLog);

/** Each is one entry. */
async function addEntries(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await client().call(listSecrets);
}

/** Writes as an attacker with the key of the database but without the key of the chain. */
function tamper(work: (db: WritableDb) => void): void {
  daemon.core.database.transaction((db) => {
    for (const { name } of db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
      db.run(`DROP TRIGGER ${name}`);
    work(db);
  });
}

const removeRow = (seq: number) => tamper((db) => db.run('DELETE FROM audit_log WHERE seq = ?', [seq]));

describe('the walk over the audit log finds', () => {
  test('nothing wrong with more entries than it looks at in one go', async () => {
    const other = await daemon.newUser();
    const actor = { accountId: user.id, client: { ipAddress: '127.0.0.1', userAgent: null, source: 'api' } };
    daemon.core.database.transaction((db) => {
      for (let index = 0; index < 2500; index++)
        daemon.core.services.recordAudit(db, actor, { action: 'secret.list', metadata: {} });
    });
    await restart();
    expect(await verify()).toEqual({ verdict: 'intact', entries: 2501 });
    expect(await createApiClient(daemon.url, other.client.credential).call(verifyAuditLog)).toEqual({
      verdict: 'intact',
      entries: 1,
    });
  });

  test('that the end was cut off and the head set back', async () => {
    await addEntries(3);
    await restart();
    removeRow(4);
    tamper((db) => db.run('UPDATE audit_head SET seq = 3, mac = (SELECT mac FROM audit_log WHERE seq = 3)'));
    expect(await verify()).toEqual({ verdict: 'rolled_back', entries: 3, firstBadId: 4 });
  });

  test('that there is no copied head', async () => {
    await addEntries(1);
    expect(await verify()).toMatchObject({ verdict: 'intact' });
    rmSync(anchorPath());
    expect(await verify()).toEqual({ verdict: 'unanchored', entries: 2 });
  });

  test('that the copied head is none of ours', async () => {
    await addEntries(1);
    expect(await verify()).toMatchObject({ verdict: 'intact' });
    writeFileSync(anchorPath(), 'forged');
    expect(await verify()).toEqual({ verdict: 'unanchored', entries: 2 });
  });
});
