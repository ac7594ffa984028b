import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';
import { commandIn, temporaryFolder } from '../command.ts';

describe('a daemon that does not run', () => {
  const folder = temporaryFolder();
  const command = commandIn(folder, join(folder, 'data'));
  let pid = 0;
  beforeAll(async () => {
    // Chooses the key store; the command itself never does.
    const first = await startChildDaemon(command.dataDir);
    first.process.kill('SIGTERM');
    await first.exited;
  });
  afterAll(async () => {
    process.kill(pid, 'SIGTERM');
    await until(() => !existsSync(join(command.dataDir, 'run/daemon.json')));
  });

  it('is started, and continues when the command has exited', async () => {
    const { exitCode, stdout } = await command.run(['open', '--print', '--json']);
    expect(exitCode).toBe(0);
    const running = JSON.parse(readFileSync(join(command.dataDir, 'run/daemon.json'), 'utf8'));
    pid = running.pid;
    expect(JSON.parse(stdout)).toEqual({ url: `http://127.0.0.1:${running.port}` });
    expect(process.kill(pid, 0)).toBe(true);
  });

  it('is started once for two commands at a time', async () => {
    process.kill(pid, 'SIGKILL');
    const answers = await Promise.all([command.run(['open', '--print']), command.run(['open', '--print'])]);
    pid = JSON.parse(readFileSync(join(command.dataDir, 'run/daemon.json'), 'utf8')).pid;
    expect(answers.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(answers[0]?.stdout).toBe(answers[1]?.stdout);
  });

  it('that cannot start prints its own message, with exit code 69', async () => {
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'holiday.jpg'), '');
    const { exitCode, stderr } = await commandIn(folder, foreign).run(['open', '--print', '--json']);
    expect(exitCode).toBe(69);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'no_daemon', message: expect.stringContaining('files of other programs') },
    });
  });

  it('that cannot start is reported by each of the commands that start it at the same time', async () => {
    const closed = commandIn(folder, join(folder, 'closed'));
    const first = await startChildDaemon(closed.dataDir);
    first.process.kill('SIGTERM');
    await first.exited;
    rmSync(join(folder, 'closed-key'), { recursive: true });
    const answers = await Promise.all([1, 2, 3].map(() => closed.run(['open', '--print'])));
    expect(answers.map(({ exitCode }) => exitCode)).toEqual([69, 69, 69]);
    // No command waited for a daemon that had already failed, and then reported the wait.
    for (const { stderr } of answers) expect(stderr).toMatch(/key file in .* does not exist/);
  });
});

describe('a credential', () => {
  const daemon = testDaemonOfFile();
  const folder = temporaryFolder();

  /**
   * A data folder whose run file names a true process, and a server that keeps what it is sent: at a socket or a port.
   */
  async function impostor(at: 'socket' | 'port' = 'socket') {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ proof: 'AAAA' }));
    });
    const dataDir = mkdtempSync(join(folder, 'data-'));
    mkdirSync(join(dataDir, 'run'), { mode: 0o700 });
    const runFile = join(dataDir, 'run/daemon.json');
    const content = { ...JSON.parse(readFileSync(daemon().config.runFilePath, 'utf8')) };
    if (at === 'socket') {
      content.socketPath = join(dataDir, 'run/daemon.sock');
      await new Promise<void>((resolve) => server.listen(content.socketPath, resolve));
    } else {
      delete content.socketPath;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      content.port = (server.address() as AddressInfo).port;
    }
    writeFileSync(runFile, JSON.stringify(content), { mode: 0o600 });
    writeFileSync(join(dataDir, 'not-ours'), '');
    return { seen, dataDir, runFile, close: () => server.close() };
  }

  it.each(['socket', 'port'] as const)('never reaches a server at a %s that cannot prove itself', async (at) => {
    const { seen, dataDir, close } = await impostor(at);
    const command = commandIn(folder, dataDir);
    const { exitCode } = await command.run(['whoami'], { env: { STRONGROOM_API_KEY: 'srk_secret' } });
    close();
    expect(exitCode).toBe(69);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.join()).not.toContain('srk_secret');
  });

  it('is not sent where others could have written the run file', async () => {
    const { seen, dataDir, runFile, close } = await impostor();
    chmodSync(runFile, 0o644);
    const { exitCode, stderr } = await commandIn(folder, dataDir).run(['whoami'], {
      env: { STRONGROOM_API_KEY: 'srk_a' },
    });
    close();
    expect({ exitCode, seen }).toEqual({ exitCode: 69, seen: [] });
    expect(stderr).toContain('can be read by others');
  });

  it.skipIf(process.platform === 'win32')('is not sent where others can reach the socket', async () => {
    const { seen, dataDir, runFile, close } = await impostor();
    const command = commandIn(folder, dataDir);
    const env = { STRONGROOM_API_KEY: 'srk_a' };
    chmodSync(join(dataDir, 'run'), 0o711);
    const open = await command.run(['whoami'], { env });
    chmodSync(join(dataDir, 'run'), 0o700);
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o755 });
    const content = { ...JSON.parse(readFileSync(runFile, 'utf8')), socketPath: join(elsewhere, 'daemon.sock') };
    writeFileSync(runFile, JSON.stringify(content));
    const moved = await command.run(['whoami'], { env });
    close();
    expect([open.exitCode, moved.exitCode, seen]).toEqual([69, 69, []]);
    expect(open.stderr).toContain(`${join(dataDir, 'run')} can be read by others`);
    expect(moved.stderr).toContain(`${elsewhere} can be read by others`);
  });

  it('of the environment is sent to the address of the environment, and a stored one never is', async () => {
    const user = await daemon().newUser();
    const command = commandIn(folder, join(folder, 'nothing-here'));
    const env = { STRONGROOM_URL: daemon().url };
    const given = await command.run(['whoami'], { env: { ...env, STRONGROOM_API_KEY: user.apiKey } });
    expect(given.stdout).toBe(`${user.email}\n`);
    expect(await command.run(['whoami'], { env })).toMatchObject({ exitCode: 77, stdout: '' });
  });

  it('crosses no network in the clear', async () => {
    const env = { STRONGROOM_URL: 'http://192.0.2.1:7341', STRONGROOM_API_KEY: 'srk_a' };
    expect(await commandIn(folder, folder).run(['whoami'], { env })).toMatchObject({ exitCode: 64 });
  });

  it('that is wrong is 77', async () => {
    const command = commandIn(folder, daemon().config.dataDir);
    const { exitCode, stderr } = await command.run(['whoami', '--json'], { env: { STRONGROOM_API_KEY: 'srk_a_b' } });
    expect(exitCode).toBe(77);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'unauthorized', requestId: expect.stringMatching(/^req_/) },
    });
  });
});
