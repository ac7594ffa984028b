/** The pid in the messages about a data folder that is in use: that of the kernel's lock, never one from an old file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDataHolder, findDataHolder } from '../../src-shared-node/data-holder.ts';
import { findLockHolder } from '../../src-shared-node/lock-holder.ts';

const lockModule = pathToFileURL(join(import.meta.dirname, '../../src-daemon/db/exclusive-lock.ts')).href;

describe.skipIf(process.platform === 'win32')('the holder of a data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holder-'));
  const runFilePath = join(dataDir, 'run', 'daemon.json');
  const locations = { dataDir, runFilePath };
  let holder: ChildProcess;
  let other: ChildProcess;

  beforeAll(async () => {
    mkdirSync(join(dataDir, 'run'), { mode: 0o700 });
    const code = `globalThis.lock = (await import('${lockModule}')).takeExclusiveLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
    const args = ['--input-type=module', '-e', code, join(dataDir, 'lock')];
    holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    other = spawn('sleep', ['600'], { stdio: 'ignore' });
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
  });
  afterAll(async () => {
    const ended = [holder, other].map((child) => once(child, 'close'));
    for (const child of [holder, other]) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(dataDir, { recursive: true });
  });

  function writeRunFile(pid: number | undefined): void {
    const running = { pid, port: 7341, version: '1.2.3', startedAt: '2026-01-01T00:00:00.000Z' };
    const proofKey = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(runFilePath, JSON.stringify({ ...running, proofKey }), { mode: 0o600 });
  }

  it('is found without a run file, and is not called a daemon', () => {
    const found = findDataHolder(locations);
    expect(found).toEqual({ pid: holder.pid, url: undefined });
    expect(describeDataHolder(dataDir, found)).toContain(`${dataDir} is in use by the process with pid ${holder.pid}:`);
  });

  it('is the daemon of the run file if that has the lock', () => {
    writeRunFile(holder.pid);
    const url = 'http://127.0.0.1:7341';
    expect(findDataHolder(locations)).toEqual({ pid: holder.pid, url });
  });

  it('is never the live process that has the pid of an earlier daemon', () => {
    writeRunFile(other.pid);
    expect(findDataHolder(locations)).toEqual({ pid: holder.pid, url: undefined });
  });

  it('is unknown where no process has the file open', () => {
    const path = join(dataDir, 'other-lock');
    writeFileSync(path, '');
    expect(findLockHolder(path, other.pid)).toBeUndefined();
    expect(findLockHolder(join(dataDir, 'no-lock'), other.pid)).toBeUndefined();
  });
});
