import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readErrorOutput } from '../../../src-main/daemon/daemon-log.ts';
import type { DaemonState } from '../../../src-main/daemon/daemon-state.ts';
import { createSupervisor, type Supervisor } from '../../../src-main/daemon/supervisor.ts';
import type { RunFile } from '../../../src-shared-node/run-file.ts';
import { startFakeDaemon } from '../../support/daemon/fake-daemon.ts';
import { daemonFlags, readLogs } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';

const daemonBundle = join(import.meta.dirname, '../../../out/daemon/index.js');
const blockLoop = join(import.meta.dirname, '../../support/daemon/block-loop.mjs');
let folder: string;
let supervisor: Supervisor;
let states: DaemonState[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
  states = [];
});
afterEach(async () => {
  await supervisor.stop();
});

const runFilePath = () => join(folder, 'data/run/daemon.json');
const kinds = () => states.map(({ kind }) => kind);
const settled = () => until(() => ['running', 'failed'].includes(states.at(-1)?.kind ?? ''));

/** On the real daemon, or on a program that is written here. */
function supervise({
  program,
  flags = [],
  version = readVersion(),
}: Partial<Record<'program' | 'version', string>> & { flags?: string[] }): void {
  const bundlePath = program === undefined ? daemonBundle : join(folder, 'program.mjs');
  if (program !== undefined) writeFileSync(bundlePath, program);
  const errorOutputPath = join(folder, 'daemon.err');
  supervisor = createSupervisor({
    locations: { runFilePath: runFilePath(), formerRunFilePath: undefined },
    version,
    readErrorOutput: () => readErrorOutput(errorOutputPath),
    onChange: (state) => states.push(state),
    program: (port) => ({
      nodePath: process.execPath,
      bundlePath,
      env: process.env,
      errorOutputPath,
      flags: [
        ...daemonFlags(join(folder, 'data')),
        '--engine',
        'embedded',
        ...(port ? ['--port', String(port)] : []),
        ...flags,
      ],
    }),
  });
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).version;
}

const fakeDaemon = (version: string, at: 'socket' | 'port' = 'socket') =>
  startFakeDaemon({ runFilePath: runFilePath(), version, at });

function note(fields: Pick<RunFile, 'port' | 'version' | 'proofKey'>, mode = 0o600): void {
  mkdirSync(join(folder, 'data/run'), { recursive: true, mode: 0o700 });
  // The data folder is the daemon's own where this file is in it.
  writeFileSync(join(folder, 'data/lock'), '');
  const content = { pid: process.pid, startedAt: new Date().toISOString(), ...fields };
  writeFileSync(runFilePath(), JSON.stringify(content), { mode });
}

describe('the supervisor', () => {
  it('starts a daemon, starts it again at the same port when it is killed, and ends it with itself', async () => {
    supervise({});
    await supervisor.start();
    const first = supervisor.state();
    if (first.kind !== 'running') throw new Error(JSON.stringify(first));
    process.kill(first.pid, 'SIGKILL');
    await until(() => kinds().filter((kind) => kind === 'running').length === 2);
    expect(kinds()).toEqual(['starting', 'running', 'pausing', 'starting', 'running']);
    expect(supervisor.state()).toMatchObject({ url: first.url, isOwn: true });
    const { pid } = supervisor.state() as { pid: number };
    await supervisor.stop();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it.skipIf(process.platform === 'win32')('starts a daemon again that its watchdog has ended', async () => {
    const modules = [blockLoop, daemonBundle].map((path) => JSON.stringify(pathToFileURL(path).href));
    supervise({ program: modules.map((module) => `await import(${module});`).join('\n') });
    await supervisor.start();
    const first = supervisor.state();
    if (first.kind !== 'running') throw new Error(JSON.stringify(first));
    process.kill(first.pid, 'SIGUSR2');
    await until(() => readErrorOutput(join(folder, 'daemon.err')).includes('blocking'));
    await until(() => kinds().filter((kind) => kind === 'running').length === 2);
    expect(kinds()).toEqual(['starting', 'running', 'pausing', 'starting', 'running']);
    expect(supervisor.state()).toMatchObject({ url: first.url, isOwn: true });
    expect(readLogs(join(folder, 'data/logs'))).toContain('the watchdog ends the daemon');
  });

  it('ignores a stale note, whichever program has the pid and the port now', async () => {
    supervise({});
    note({ port: 1, version: readVersion(), proofKey: randomBytes(32).toString('base64') });
    await supervisor.start();
    expect(supervisor.state()).toMatchObject({ kind: 'running', isOwn: true });
  });

  it('uses a daemon that runs and proves itself', async () => {
    supervise({});
    await fakeDaemon(readVersion());
    await supervisor.start();
    expect(supervisor.state()).toMatchObject({ kind: 'running', isOwn: false, pid: process.pid });
  });

  it.each([
    ['99.0.0', 'socket', 'newer_daemon'],
    ['0.0.1', 'socket', 'older_daemon'],
    ['0.0.1', 'port', 'older_daemon'],
    [readVersion(), 'port', 'older_daemon'],
  ] as const)('shows no page of a daemon of version %s at a %s', async (version, at, code) => {
    supervise({});
    await fakeDaemon(version, at);
    await supervisor.start();
    expect(supervisor.state()).toMatchObject({
      kind: 'failed',
      problem: { code, message: expect.stringContaining(version) },
    });
  });

  it.skipIf(process.platform === 'win32')('believes nothing of a note that others can read', async () => {
    supervise({});
    note({ port: 1, version: readVersion(), proofKey: randomBytes(32).toString('base64') }, 0o644);
    await supervisor.start();
    expect(supervisor.state()).toMatchObject({ kind: 'failed', problem: { code: 'exposed_run_file' } });
  });

  it('says that the port is taken, with the message of the daemon, and continues when it is free', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    supervise({ flags: ['--port', String(port)] });
    await supervisor.start();
    expect(supervisor.state()).toMatchObject({
      kind: 'failed',
      problem: { code: 'port_taken', message: expect.stringContaining(String(port)) },
    });
    await new Promise((resolve) => server.close(resolve));
    await supervisor.retry();
    expect(supervisor.state()).toMatchObject({ kind: 'running', url: `http://127.0.0.1:${port}` });
  });

  it('gives up on a program that ends again and again, with what it wrote', async () => {
    supervise({ program: 'process.stderr.write("no ground under my feet\\n"); process.exitCode = 3;' });
    void supervisor.start();
    await settled();
    expect(supervisor.state()).toEqual({
      kind: 'failed',
      problem: { code: 'crash_loop', message: 'no ground under my feet' },
    });
    expect(kinds().filter((kind) => kind === 'starting')).toHaveLength(5);
  });

  it('hands on why the daemon refuses to start', async () => {
    supervise({ flags: ['--log-level', 'loud'] });
    await supervisor.start();
    expect(supervisor.state()).toMatchObject({
      kind: 'failed',
      problem: { code: 'refused', message: expect.stringContaining('--log-level') },
    });
  });

  it('takes no program for the daemon that only says so', async () => {
    supervise({ program: 'console.log(JSON.stringify({ ready: true })); setInterval(() => {}, 1000);' });
    await supervisor.start();
    await settled();
    expect(supervisor.state()).toMatchObject({ kind: 'failed', problem: { code: 'refused' } });
  });
});
