/**
 * A data folder that cannot be served as it is: the daemon says so, and what to do, and leaves every file as it was.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { commandIn, temporaryFolder } from '../../cli/command.ts';
import { spawnDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { daemonFlags, registerUser } from '../../support/daemon/test-daemon.ts';
import { canMount, fill, mountSmall, unmounting } from '../../support/engine/small-disk.ts';

const kept = ['strongroom.db', 'instance.json'];
const folder = temporaryFolder();
const sound = join(folder, 'sound', 'data');

beforeAll(async () => {
  const daemon = await startChildDaemon(sound);
  await registerUser(daemon.url);
  daemon.process.kill('SIGTERM');
  await daemon.exited;
});

/** A copy of the sound data folder and its key. */
function copyOf(name: string): string {
  cpSync(dirname(sound), join(folder, name), { recursive: true });
  return join(folder, name, 'data');
}

/** Returns the message of a start on the folder, which must fail and change neither data nor key. */
async function refusalOn(dataDir: string): Promise<string> {
  const before = digests(dataDir);
  const daemon = spawnDaemon(daemonFlags(dataDir));
  expect(await daemon.nextLine()).toEqual({ ready: false, error: expect.any(String) });
  expect(await daemon.exited).toEqual({ code: 1, signal: null });
  expect(digests(dataDir)).toEqual(before);
  // Words for people: one line, no stack.
  expect(daemon.stderr().trimEnd().split('\n')).toHaveLength(1);
  return daemon.stderr();
}

function digests(dataDir: string): string[] {
  const files = [...kept.map((name) => join(dataDir, name)), join(`${dataDir}-key`, 'master.key')];
  return files.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
}

describe('a database', () => {
  it('that was cut short is called damaged, and the restore is named', async () => {
    const dataDir = copyOf('short');
    const path = join(dataDir, 'strongroom.db');
    truncateSync(path, Math.floor(readFileSync(path).length / 2));
    expect(await refusalOn(dataDir)).toMatch(/is damaged\. No data was changed\. .*strongroom restore FILE --replace/);
  });

  it.each([
    ['its first page', 0],
    ['every page but its first', 4096],
  ])('with changed bytes in %s is refused, and the restore is named', async (_where, from) => {
    const dataDir = copyOf(`changed-${from}`);
    const path = join(dataDir, 'strongroom.db');
    const bytes = readFileSync(path);
    const end = from === 0 ? 4096 : bytes.length;
    for (let at = from + 100; at < end; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
    expect(await refusalOn(dataDir)).toMatch(/strongroom restore FILE --replace/);
  });
});

describe.skipIf(!canMount)('a disk (needs root, to mount one)', () => {
  it('that is read-only is named, with what to do', async () => {
    const dataDir = copyOf('read-only');
    execFileSync('mount', ['--bind', dataDir, dataDir]);
    using _ = unmounting(dataDir);
    execFileSync('mount', ['-o', 'remount,bind,ro', dataDir]);
    expect(await refusalOn(dataDir)).toMatch(/read-only\. Make it writable and start again.*No data was changed/);
  });

  it('that is full is named, with what to do; with room again the same data is served', async () => {
    using mounted = mountSmall(join(folder, 'full'), '600k');
    const disk = mounted.path;
    cpSync(dirname(sound), disk, { recursive: true });
    fill(disk);
    const dataDir = join(disk, 'data');
    expect(await refusalOn(dataDir)).toMatch(/disk is full.*No data was changed\. Free some space and start again/);
    rmSync(join(disk, 'ballast'));
    const daemon = await startChildDaemon(dataDir);
    daemon.process.kill('SIGTERM');
    expect(await daemon.exited).toMatchObject({ code: 0 });
  });

  it('that has no room for new data is named, and that start is no obstacle to the next', async () => {
    using mounted = mountSmall(join(folder, 'full-new'), '600k');
    const disk = mounted.path;
    fill(disk, 40_000);
    const daemon = spawnDaemon(daemonFlags(join(disk, 'data')));
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
    expect(daemon.stderr()).toMatch(/disk is full.*Free some space and start again/);
    rmSync(join(disk, 'ballast'));
    const next = await startChildDaemon(join(disk, 'data'));
    next.process.kill('SIGTERM');
    expect(await next.exited).toMatchObject({ code: 0 });
  });

  it('that fills while the daemon serves rejects a change with a message, and accepts it when there is space', async () => {
    using mounted = mountSmall(join(folder, 'fills'), '2m');
    const disk = mounted.path;
    const daemon = await startChildDaemon(join(disk, 'data'));
    const { client } = await registerUser(daemon.url);
    const sentinel = 'a value that no log may hold '.repeat(2000);
    fill(disk);
    const put = { params: { name: 'BIG' }, body: { value: sentinel } };
    const refusal = await client.refusal(putSecret, put);
    expect(refusal).toMatchObject({ status: 507, code: 'storage_unavailable' });
    expect(refusal.message).toMatch(/disk .* is full.*free some space and try again\. Nothing was changed\./);
    expect(daemon.stderr()).not.toContain('a value that');
    rmSync(join(disk, 'ballast'));
    expect(await client.call(listSecrets)).toEqual({ secrets: [] });
    await client.call(putSecret, put);
    expect(await client.call(verifyAuditLog)).toMatchObject({ verdict: expect.stringMatching(/intact|unanchored/) });
    daemon.process.kill('SIGTERM');
    expect(await daemon.exited).toMatchObject({ code: 0 });
  });

  it('that is full names itself to a backup, and no half of it stays', async () => {
    using mounted = mountSmall(join(folder, 'backup'), '300k');
    const disk = mounted.path;
    fill(disk, 40_000);
    const command = commandIn(folder, copyOf('for-backup'));
    const file = join(disk, 'strongroom.backup');
    const { exitCode, stderr } = await command.run(['backup', file], { input: 'a long passphrase\n' });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/the disk is full\. Free some space and try again/);
    expect(readdirSync(disk)).toEqual(['ballast']);
  });
});
