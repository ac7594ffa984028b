/** Credentials that expire while they own a sandbox, or a stream of a sandbox. */
import { expect, it } from 'vitest';
import { login } from '../../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { watchEntries } from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { readProcess } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { extendSandbox, readSandbox } from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { type ApiClient, asBearer, asKey, pathOf } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../../support/engine/docker.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';
import { countContainers } from '../../../support/sandboxes/sandbox-containers.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const containers = (memoryMb: number) => countContainers(instanceOf(daemon().config.dataDir), memoryMb);

/** Creates a key that expires in a minute of the daemon's clock. */
async function shortKey({ session }: TestUser): Promise<ApiClient> {
  const expiresAt = new Date(daemon().clock.now() + minuteMs).toISOString();
  const { apiKey } = await session.call(createApiKey, {
    body: { name: 'short', scopes: ['execute', 'secrets'], expiresAt },
  });
  return daemon().client.with(asKey(apiKey));
}

/** Checks that the owner's sandbox has ended with its credential. */
async function expectEnded(user: TestUser, { id, created }: ApiSandbox): Promise<void> {
  await until(async () => (await containers(created.memoryMb)) === 0);
  expect(await user.client.refusal(readSandbox, { params: { id } })).toMatchObject({
    ...{ status: 410, code: 'sandbox_ended', message: expect.stringContaining('login or API key') },
    details: [{ path: 'endReason', message: 'credential_ended' }],
  });
  const rows = await readAuditLog(user, 'sandbox.delete');
  expect(rows.map(({ resource_id, metadata }) => [resource_id, metadata])).toEqual([
    [id, { endReason: 'credential_ended', actor: { kind: 'daemon' } }],
  ]);
}

describeWithEngine('a sandbox', () => {
  it('ends with the API key that created it, and so do the requests and streams of other credentials', async () => {
    const user = await daemon().newUser();
    const own = await openSandbox(await shortKey(user), { memoryMb: 631 });
    const other = await openSandbox(user.client);
    const { stream } = await useAs(user.client, own);
    expect(await containers(631)).toBe(1);
    daemon().clock.pass(minuteMs);
    expect((await stream.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'sandbox_ended', details: [{ path: 'endReason', message: 'credential_ended' }] } },
    });
    await expectEnded(user, own);
    expect((await own.client.refusal(readSandbox, { params: { id: own.id } })).code).toBe('unauthorized');
    expect((await user.client.call(readSandbox, { params: { id: other.id } })).status).toBe('running');
    await other.remove();
  });

  it('ends with the login that created it once that can no longer be refreshed', async () => {
    const user = await daemon().newUser();
    const { token } = await daemon().client.call(login, { body: { email: user.email, password: user.password } });
    daemon().clock.pass(30 * minuteMs);
    const limits = { idleTimeoutMs: dayMs, maxLifetimeMs: 7 * dayMs };
    const own = await openSandbox(daemon().client.with(asBearer(token)), { ...limits, memoryMb: 632 });
    const params = { id: own.id };
    for (let day = 1; day < 7; day++) {
      daemon().clock.pass(dayMs - minuteMs);
      expect((await user.client.call(extendSandbox, { params, body: {} })).status).toBe('running');
    }
    daemon().clock.pass(dayMs - 25 * minuteMs);
    expect((await user.client.call(readSandbox, { params })).status).toBe('running');
    expect(await containers(632)).toBe(1);
    daemon().clock.pass(2 * minuteMs);
    await expectEnded(user, own);
  });
});

describeWithEngine('the streams of a sandbox', () => {
  it('are broken off when their API key expires; the sandbox of another credential and its work stay', async () => {
    const user = await daemon().newUser();
    const sandbox = await openSandbox(user.client);
    const key = await shortKey(user);
    const cell = await useAs(key, sandbox);
    const watch = await open(key, pathOf(watchEntries.path, { id: sandbox.id }));
    expect(await watch.next()).toMatchObject({ event: 'watching' });
    const { id, pid } = await sandbox.start({ shell: 'echo up; read line < <(sleep 300)' });
    const process = await open(key, pathOf('/api/v1/sandboxes/:id/processes/:pid/events', { id, pid }));
    expect(await process.next()).toMatchObject({ event: 'started' });
    daemon().clock.pass(minuteMs);
    for (const stream of [cell.stream, watch, process])
      await expect(stream.rest()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await key.refusal(readSandbox, { params: { id } })).code).toBe('unauthorized');
    expect(await user.client.call(readProcess, { params: { id, pid } })).toMatchObject({ status: 'running' });
    await sandbox.run({ command: ['touch', 'go'] });
    const resumed = await open(user.client, cell.events, { 'last-event-id': '2' });
    expect((await resumed.rest()).at(-1)).toMatchObject({ event: 'finished', data: { status: 'succeeded' } });
    await sandbox.remove();
  });
});

const open = (client: ApiClient, path: string, headers: Record<string, string> = {}) =>
  openEventStream(client.url, { path, headers: { ...client.credential, ...headers } });

/** Starts a cell with another credential, which runs until the file `go` exists. */
async function useAs(client: ApiClient, { id }: Pick<ApiSandbox, 'id'>) {
  const code = 'import os, time\nprint("up", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.05)';
  const stream = await openEventStream(client.url, {
    ...{ method: 'POST', path: pathOf('/api/v1/sandboxes/:id/contexts/:cid/cells', { id, cid: 'default' }) },
    ...{ headers: client.credential, body: { code, timeoutMs: 600_000 } },
  });
  const started = await stream.next();
  expect(await stream.next()).toMatchObject({ event: 'stdout' });
  const cell = String(started?.data.id);
  const events = pathOf('/api/v1/sandboxes/:id/contexts/:cid/cells/:cell/events', { id, cid: 'default', cell });
  return { stream, events };
}
