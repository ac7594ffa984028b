/** The credentials that may use a sandbox, and the credential whose end ends it. */
import { expect, it } from 'vitest';
import {
  changePassword,
  deleteAccount,
  login,
  logout,
  refresh,
} from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import {
  createSandbox,
  listSandboxes,
  pauseSandbox,
  readSandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { Scope } from '../../../src-shared/scopes.ts';
import { asBearer, asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { send } from '../../support/network/http-send.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';
import { operationOn, sandboxOperations } from '../../support/sandboxes/operations.ts';
import { countContainers } from '../../support/sandboxes/sandbox-containers.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const containers = (memoryMb: number) => countContainers(instanceOf(daemon().config.dataDir), memoryMb);
const secret = 'a-secret-value-0123456789';

async function keyOf({ session }: TestUser, key: { scopes: Scope[]; secretNames?: string[] }) {
  const { apiKey, id } = await session.call(createApiKey, { body: { name: 'narrow', ...key } });
  return { id, client: daemon().client.with(asKey(apiKey)) };
}

const operations = () => sandboxOperations(daemon().daemon.app.mounted);

describeWithEngine('a sandbox with secrets', () => {
  it('does not exist for a stranger and for a key that may not inject all its secrets', async () => {
    const user = await daemon().newUser();
    for (const name of ['FIRST', 'SECOND'])
      await user.client.call(putSecret, { params: { name }, body: { value: secret } });
    const { id, run, remove, created } = await openSandbox(user.client, { secrets: ['FIRST', 'SECOND'] });
    expect(created.secretNames).toEqual(['FIRST', 'SECOND']);
    expect((await run({ shell: 'echo $' + '{#FIRST}' })).stdout).toBe(`${secret.length}\n`);
    const stranger = (await daemon().newUser()).client;
    const without = (await keyOf(user, { scopes: ['execute'] })).client;
    const half = (await keyOf(user, { scopes: ['execute', 'secrets'], secretNames: ['FIRST'] })).client;
    expect(operations().length).toBeGreaterThan(25);
    for (const spec of operations()) {
      for (const { credential } of [stranger, without, half]) {
        const answer = await send(daemon().url, operationOn(spec, id, credential));
        expect(answer.json, `${spec.method} ${spec.path}`).toMatchObject({ error: { code: 'sandbox_not_found' } });
      }
    }
    for (const client of [stranger, without, half]) expect((await client.call(listSandboxes)).sandboxes).toEqual([]);
    const both = (await keyOf(user, { scopes: ['execute'], secretNames: ['SECOND', 'FIRST'] })).client;
    expect((await both.call(listSandboxes)).sandboxes).toEqual([]);
    const all = (await keyOf(user, { scopes: ['execute', 'secrets'] })).client;
    expect((await all.call(listSandboxes)).sandboxes).toMatchObject([{ id }]);
    await remove();
    expect((await without.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_not_found');
    expect((await all.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_ended');
  });

  it('cannot be created with "all" and a network, or with secrets that its key may not inject', async () => {
    const user = await daemon().newUser();
    await user.client.call(putSecret, { params: { name: 'FIRST' }, body: { value: secret } });
    await user.client.call(updateSettings, { body: { network: { allowed: true } } });
    const all = { secrets: 'all', network: 'full' };
    expect((await user.client.refusal(createSandbox, { body: all })).code).toBe('secrets_must_be_named');
    const without = (await keyOf(user, { scopes: ['execute'] })).client;
    expect((await without.refusal(createSandbox, { body: { secrets: ['FIRST'] } })).code).toBe('forbidden');
    const ofKey = await openSandbox(without, { secrets: 'all' });
    expect(ofKey.created.secretNames).toEqual([]);
    await ofKey.remove();
  });
});

describeWithEngine('the end of a credential', () => {
  const endReasons = async (user: TestUser) =>
    (await readAuditLog(user, 'sandbox.delete')).map(({ resource_id, metadata }) => [resource_id, metadata.endReason]);

  it('ends the sandboxes that it created, and no other; a logout says how many', async () => {
    const user = await daemon().newUser();
    const size = { memoryMb: 611 };
    const [first, second] = [await openSandbox(user.session, size), await openSandbox(user.session, size)];
    expect(await containers(611)).toBe(2);
    const ofKey = await openSandbox(user.client);
    expect(await user.session.call(logout)).toEqual({ sandboxesEnded: 2 });
    await until(async () => (await containers(611)) === 0);
    const ended = await user.client.refusal(readSandbox, { params: { id: first.id } });
    expect(ended).toMatchObject({ code: 'sandbox_ended', message: expect.stringContaining('login or API key') });
    expect((await user.client.call(readSandbox, { params: { id: ofKey.id } })).status).toBe('running');
    const reasons = await endReasons(user);
    expect(reasons.toSorted()).toEqual([first.id, second.id].toSorted().map((id) => [id, 'credential_ended']));
    await ofKey.remove();
  });

  it('does not come with the lock of a window; a changed password ends the sandboxes of locked windows', async () => {
    const user = await daemon().newUser();
    const body = { email: user.email, password: user.password };
    const { token } = await daemon().client.call(login, { body });
    const locked = daemon().client.with(asBearer(token));
    const { id } = await openSandbox(locked, { memoryMb: 614 });
    expect(await locked.call(logout, { body: { lock: true } })).toEqual({ sandboxesEnded: 0 });
    expect((await user.session.call(readSandbox, { params: { id } })).status).toBe('running');
    const change = { currentPassword: user.password, newPassword: `${user.password} new` };
    await user.session.call(changePassword, { body: change });
    await until(async () => (await containers(614)) === 0);
    expect(await endReasons(user)).toEqual([[id, 'credential_ended']]);
  });

  it('comes with a lock when the account logs in again and logs out, also for a sandbox that is paused', async () => {
    const user = await daemon().newUser();
    const body = { email: user.email, password: user.password };
    const asLogin = async () => daemon().client.with(asBearer((await daemon().client.call(login, { body })).token));
    const locked = await asLogin();
    const { id } = await openSandbox(locked, { memoryMb: 616 });
    await locked.call(pauseSandbox, { params: { id } });
    await locked.call(logout, { body: { lock: true } });
    const again = await asLogin();
    const own = await openSandbox(again, { memoryMb: 616 });
    expect(await containers(616)).toBe(2);
    expect(await again.call(logout)).toEqual({ sandboxesEnded: 2 });
    await until(async () => (await containers(616)) === 0);
    expect((await endReasons(user)).toSorted()).toEqual(
      [id, own.id].toSorted().map((each) => [each, 'credential_ended']),
    );
  });

  it('does not come with a refreshed token; a changed password ends those of the other logins', async () => {
    const user = await daemon().newUser();
    const body = { email: user.email, password: user.password };
    const { token } = await daemon().client.call(login, { body });
    const other = await openSandbox(daemon().client.with(asBearer(token)), { memoryMb: 612 });
    const own = await openSandbox(user.session, { memoryMb: 613 });
    expect([await containers(612), await containers(613)]).toEqual([1, 1]);
    const refreshed = daemon().client.with(asBearer((await user.session.call(refresh)).token));
    expect((await refreshed.call(readSandbox, { params: { id: own.id } })).status).toBe('running');
    const change = { currentPassword: user.password, newPassword: `${user.password} new` };
    await refreshed.call(changePassword, { body: change });
    await until(async () => (await containers(612)) === 0);
    expect(await endReasons(user)).toEqual([[other.id, 'credential_ended']]);
    expect((await refreshed.call(readSandbox, { params: { id: own.id } })).status).toBe('running');
    await refreshed.call(logout);
    await until(async () => (await containers(613)) === 0);
  });

  it('comes with the revocation of an API key, or with the account', async () => {
    const user = await daemon().newUser();
    const key = await keyOf(user, { scopes: ['execute'] });
    const ofKey = await openSandbox(key.client, { memoryMb: 614 });
    expect(await containers(614)).toBe(1);
    const revoked = await user.client.call(revokeApiKey, { params: { id: key.id } });
    expect(revoked).toEqual({ sandboxesEnded: 1 });
    await until(async () => (await containers(614)) === 0);
    expect(await endReasons(user)).toEqual([[ofKey.id, 'credential_ended']]);
    const last = await openSandbox(user.client, { memoryMb: 615 });
    expect(await containers(615)).toBe(1);
    await user.session.call(deleteAccount, { body: { password: user.password } });
    await until(async () => (await containers(615)) === 0);
    const { database } = daemon().core;
    const rows = database.read.all('SELECT metadata FROM audit_log WHERE resource_id = ? AND action = ?', [
      ...[last.id, 'sandbox.delete'],
    ]);
    expect(rows).toEqual([{ metadata: JSON.stringify({ actor: { kind: 'daemon' }, endReason: 'account_ended' }) }]);
  });
});
