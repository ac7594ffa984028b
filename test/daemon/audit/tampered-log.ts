import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { WritableDb } from '../../../src-daemon/db/database.ts';
import { type AuditVerification, verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, type TestUser } from '../../support/daemon/test-daemon.ts';

/** A daemon with a user for each test of a file, and what verifies, lengthens and falsifies its audit log. */
export function tamperedLogOfFile() {
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

  return {
    folder: () => folder,
    daemon: () => daemon,
    user: () => user,
    ...{ dataDir, anchorPath, start, restart, client, verify, addEntries, tamper, removeRow },
  };
}
