/** The life of sandboxes: created, listed, extended, paused and deleted, on a real engine. */
import { expect, it } from 'vitest';
import { readSandboxFile } from '../../../src-shared/contracts/sandboxes/files.contract.ts';
import { runProcess } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import * as contract from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';
import { countContainers } from '../../support/sandboxes/sandbox-containers.ts';

const { createSandbox, listSandboxes, readSandbox, extendSandbox, deleteSandbox, pauseSandbox, resumeSandbox } =
  contract;
const daemon = testDaemonOfFile({ keepsWarm: true });
const minuteMs = 60_000;
const containers = (memoryMb: number) => countContainers(instanceOf(daemon().config.dataDir), memoryMb);

describeWithEngine('a new sandbox', () => {
  it('has the default size and times, no secrets and no network', async () => {
    const { client } = await daemon().newUser();
    const before = daemon().clock.now();
    const { created, id, remove } = await openSandbox(client);
    expect(id).toMatch(/^sbx[a-z2-7]{26}$/);
    expect(created).toMatchObject({
      ...{ language: 'python', status: 'running', memoryMb: 512, diskMb: 256, network: 'none', secretNames: [] },
      ...{ packages: 0, metadata: {}, idleTimeoutMs: 15 * minuteMs, maxLifetimeMs: 480 * minuteMs, source: 'api' },
    });
    expect(Date.parse(created.createdAt)).toBeGreaterThanOrEqual(before);
    const idleEnd = daemon().clock.now() + 15 * minuteMs;
    expect(Math.abs(Date.parse(created.expiresAt) - idleEnd)).toBeLessThan(5000);
    await remove();
  });

  it('has what the request says, with its files', async () => {
    const { client } = await daemon().newUser();
    const { created, id, run, remove } = await openSandbox(client, {
      ...{ language: 'js', memoryMb: 256, diskMb: 64, idleTimeoutMs: minuteMs, maxLifetimeMs: 2 * minuteMs },
      ...{ metadata: { purpose: 'test' }, packages: false, env: { GIVEN: 'yes' } },
      files: [{ path: 'data/in.txt', content: 'aGVsbG8=', encoding: 'base64' }],
    });
    expect(created).toMatchObject({ language: 'javascript', memoryMb: 256, diskMb: 64, metadata: { purpose: 'test' } });
    expect(await run({ shell: 'cat data/in.txt; echo; echo $GIVEN' })).toMatchObject({ stdout: 'hello\nyes\n' });
    const read = await client.call(readSandbox, { params: { id } });
    expect(read.usage?.diskBytes).toBe(64 * 1024 * 1024);
    expect(read.usage?.memoryBytes).toBeGreaterThan(0);
    await remove();
  });

  it('is recorded in the audit log with its facts and no value', async () => {
    const user = await daemon().newUser();
    const { id, remove } = await openSandbox(user.client, {
      env: { A: 'not-in-the-log' },
      metadata: { b: 'nor-this' },
    });
    await remove();
    const [created] = await readAuditLog(user, 'sandbox.create');
    expect(created).toMatchObject({
      ...{ resource_type: 'sandbox', resource_id: id },
      metadata: { language: 'python', secretsInjected: 0, packages: 0, memoryMb: 512, diskMb: 256, network: 'none' },
    });
    expect(JSON.stringify(created)).not.toMatch(/not-in-the-log|nor-this/);
    expect(await readAuditLog(user, 'sandbox.delete')).toMatchObject([
      { resource_id: id, metadata: { endReason: 'deleted' }, ip_address: '127.0.0.1' },
    ]);
  });

  it.each([
    [{ language: 'klingon' }, 'unknown_language'],
    [{ network: 'full' }, 'network_not_allowed'],
    [{ secrets: ['NONE_SUCH'] }, 'unknown_secret'],
    [{ env: { BIG: 'x'.repeat(128 * 1024) } }, 'environment_too_large'],
    [{ memoryMb: 127 }, 'invalid_request'],
    [{ memoryMb: 4097 }, 'invalid_request'],
    [{ diskMb: 63 }, 'invalid_request'],
    [{ diskMb: 2049 }, 'invalid_request'],
    [{ diskMb: 449 }, 'invalid_request'],
    [{ memoryMb: 128, diskMb: 65 }, 'invalid_request'],
    [{ idleTimeoutMs: 9999 }, 'invalid_request'],
    [{ maxLifetimeMs: 7 * 24 * 60 * minuteMs + 1 }, 'invalid_request'],
    [{ files: [{ path: '../out', content: '' }] }, 'invalid_request'],
    [{ metadata: { long: 'x'.repeat(1001) } }, 'invalid_request'],
    [{ other: 1 }, 'invalid_request'],
  ])('is refused: %j', async (body, code) => {
    const user = await daemon().newUser();
    expect(await user.client.refusal(createSandbox, { body })).toMatchObject({ code });
    expect((await user.client.call(listSandboxes)).sandboxes).toEqual([]);
    expect(await readAuditLog(user, 'sandbox.create')).toEqual([]);
  });

  it('counts toward the limit of the settings together with those that are being created', async () => {
    const { client } = await daemon().newUser();
    await client.call(updateSettings, { body: { sandboxes: { perAccount: 2 } } });
    const answers = await Promise.all([1, 2, 3].map(() => client.answer(createSandbox, { body: {} })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429]);
    const { sandboxes } = await client.call(listSandboxes);
    expect(await client.refusal(createSandbox, { body: {} })).toMatchObject({ code: 'too_many_sandboxes' });
    for (const { id } of sandboxes) await client.call(deleteSandbox, { params: { id } });
    expect(sandboxes).toHaveLength(2);
    await (await openSandbox(client)).remove();
  });
});

describeWithEngine('a sandbox', () => {
  it('is listed, newest first, and is extended', async () => {
    const { client } = await daemon().newUser();
    const [first, second] = [await openSandbox(client), await openSandbox(client)];
    const { sandboxes } = await client.call(listSandboxes);
    expect(sandboxes.map(({ id }) => id)).toEqual([second.id, first.id]);
    const params = { id: first.id };
    const extended = await client.call(extendSandbox, { params, body: { idleTimeoutMs: 60 * minuteMs } });
    expect(extended).toMatchObject({ idleTimeoutMs: 60 * minuteMs, maxLifetimeMs: 480 * minuteMs });
    expect(Math.abs(Date.parse(extended.expiresAt) - daemon().clock.now() - 60 * minuteMs)).toBeLessThan(5000);
    const shorter = await client.call(extendSandbox, { params, body: { maxLifetimeMs: 30 * minuteMs } });
    expect(Date.parse(shorter.expiresAt)).toBe(Date.parse(shorter.createdAt) + 30 * minuteMs);
    await Promise.all([first.remove(), second.remove()]);
  });

  it('keeps its variables while it is paused, and refuses requests until it is resumed', async () => {
    const user = await daemon().newUser();
    const { client } = user;
    const { id, cell, remove } = await openSandbox(client, { memoryMb: 602 });
    await cell('x = 42');
    expect(await client.call(pauseSandbox, { params: { id } })).toMatchObject({ status: 'paused' });
    expect(await client.call(pauseSandbox, { params: { id } })).toMatchObject({ status: 'paused' });
    expect((await client.call(readSandbox, { params: { id } })).usage).toBeUndefined();
    const refusal = await client.refusal(runProcess, { params: { id }, body: { command: ['true'] } });
    expect(refusal.code).toBe('sandbox_paused');
    expect((await client.refusal(readSandboxFile, { params: { id, path: 'a' } })).code).toBe('sandbox_paused');
    expect(await client.call(resumeSandbox, { params: { id } })).toMatchObject({ status: 'running' });
    expect((await cell('x')).outputs).toMatchObject([{ data: { 'text/plain': '42' } }]);
    const rows = [...(await readAuditLog(user, 'sandbox.pause')), ...(await readAuditLog(user, 'sandbox.resume'))];
    expect(rows.map(({ resource_id }) => resource_id)).toEqual([id, id]);
    await client.call(pauseSandbox, { params: { id } });
    expect(await containers(602)).toBe(1);
    await remove();
    expect(await containers(602)).toBe(0);
  });

  it('is answered with sandbox_ended for 10 minutes after its end, and then as one that does not exist', async () => {
    const { client } = await daemon().newUser();
    const { id, remove } = await openSandbox(client, { memoryMb: 603 });
    expect(await containers(603)).toBe(1);
    await remove();
    expect(await containers(603)).toBe(0);
    const ended = await client.refusal(readSandbox, { params: { id } });
    expect(ended).toMatchObject({
      code: 'sandbox_ended',
      message: expect.stringContaining('it was deleted'),
      details: [{ path: 'endReason', message: 'deleted' }],
    });
    expect((await client.refusal(deleteSandbox, { params: { id } })).code).toBe('sandbox_ended');
    daemon().clock.pass(10 * minuteMs);
    expect((await client.refusal(readSandbox, { params: { id } })).code).toBe('sandbox_not_found');
    daemon().core.services.sweep();
    expect(daemon().core.database.read.all('SELECT id FROM sandboxes WHERE id = ?', [id])).toEqual([]);
  });
});
