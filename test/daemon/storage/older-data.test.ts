/** A data folder of an earlier version (layout 12): it keeps working, and says what stricter rules change for whom. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argon2id } from '../../../src-daemon/crypto/argon2.ts';
import { createApiKey, listApiKeys } from '../../../src-shared/contracts/api-keys.contract.ts';
import { verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { readSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { listCode, readCode } from '../../../src-shared/contracts/vault.contract.ts';
import { openCode } from '../../../src-shared/zk/zk-code.ts';
import { commandIn } from '../../cli/command.ts';
import { type ApiClient, asKey, createApiClient } from '../../support/api-client.ts';
import { writeOlderData } from '../../support/daemon/older-data.ts';
import { startTestDaemon, type TestDaemon } from '../../support/daemon/test-daemon.ts';

let daemon: TestDaemon;
let apiKeys: Record<string, string>;

beforeAll(async () => {
  const older = writeOlderData();
  apiKeys = older.apiKeys;
  daemon = await startTestDaemon({ dataDir: older.dataDir });
});
afterAll(() => daemon.stop());

function withKey(name: string): ApiClient {
  return createApiClient(daemon.url, asKey(apiKeys[name] ?? ''));
}

describe('data of an earlier version', () => {
  it('keeps its keys, secrets, scripts, settings and audit log', async () => {
    const client = withKey('first');
    expect((await client.call(listSecrets)).secrets.map(({ name }) => name)).toEqual(['BUCKET_TOKEN', 'PIN', 'PLAIN']);
    expect((await client.call(readSettings)).network).toMatchObject({ allowed: true });
    expect((await client.call(listCode)).code.map(({ name }) => name).toSorted()).toEqual(['plain', 'report']);
    const { encryptedPayload } = await client.call(readCode, { params: { name: 'plain' } });
    expect(await openCode(argon2id, 'the master password of ada', encryptedPayload)).toBe('print("kept")');
    expect(await client.call(verifyAuditLog)).toMatchObject({ verdict: 'intact' });
    for (const name of Object.keys(apiKeys)) expect((await withKey(name).answer(listApiKeys)).status).not.toBe(401);
  });

  it('says which keys lost rights by stricter rules, and how to go on', async () => {
    const { apiKeys: listed } = await withKey('first').call(listApiKeys);
    const lost = new Map(listed.map(({ name, lostRights = [] }) => [name, lostRights]));
    const manager = lost.get('manager');
    expect(manager).toHaveLength(2);
    expect(manager?.[0]).toMatch(/^It can no longer create keys .* Create them in a session/);
    expect(manager?.[1]).toMatch(/^It no longer sees the sandboxes of other credentials\. Give a new key/);
    expect(lost.get('one secret')?.join(' ')).toContain('store scripts whose network rules use secrets');
    expect(lost.get('no hosts')?.join(' ')).toContain('whose network reaches beyond its own hosts');
    expect(lost.get('reader')).toEqual([]);
    expect([...lost].filter(([, { length }]) => length === 0).map(([name]) => name)).toContain('reader');
  });

  it('names them in the list of the command line', async () => {
    const command = commandIn(mkdtempSync(join(tmpdir(), 'older-command-')), daemon.config.dataDir);
    const { stdout, stderr } = await command.run(['keys', 'ls'], { env: { STRONGROOM_API_KEY: apiKeys.first ?? '' } });
    expect(stdout.split('\n')).toHaveLength(9);
    expect(stderr).toMatch(/Key \w+ \(manager\): It can no longer create keys/);
    expect(stderr).not.toContain('(reader)');
  });

  it('says nothing of keys that are made now', async () => {
    const client = withKey('first');
    const body = { name: 'new', scopes: ['execute', 'admin'] as const, secretNames: ['PLAIN'] };
    const { id } = await client.call(createApiKey, { body: { ...body, scopes: [...body.scopes] } });
    const listed = (await client.call(listApiKeys)).apiKeys.find((key) => key.id === id);
    expect(listed).toBeDefined();
    expect(listed).not.toHaveProperty('lostRights');
  });

  it('marks the secrets that can be guessed since masking covers whole values only', async () => {
    const { secrets } = await withKey('first').call(listSecrets);
    expect(secrets.filter(({ guessable }) => guessable === true).map(({ name }) => name)).toEqual(['PIN']);
  });
});
