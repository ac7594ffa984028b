import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { tamperedLogOfFile } from './tampered-log.ts';

const { daemon, user, anchorPath, restart, verify, addEntries, tamper, removeRow } = tamperedLogOfFile();

describe('the walk over the audit log finds', () => {
  test('nothing wrong with more entries than it looks at in one go', async () => {
    const other = await daemon().newUser();
    const actor = { accountId: user().id, client: { ipAddress: '127.0.0.1', userAgent: null, source: 'api' } };
    daemon().core.database.transaction((db) => {
      for (let index = 0; index < 2500; index++)
        daemon().core.services.recordAudit(db, actor, { action: 'secret.list', metadata: {} });
    });
    await restart();
    expect(await verify()).toEqual({ verdict: 'intact', entries: 2501 });
    expect(await createApiClient(daemon().url, other.client.credential).call(verifyAuditLog)).toEqual({
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
