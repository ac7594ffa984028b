import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDisk } from '../../../src-cli/doctor/check-machine.ts';
import type { Finding } from '../../../src-cli/doctor/finding.ts';
import { listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { findPortHolder } from '../../../src-shared-node/port-holder.ts';
import { createApiClient } from '../../support/api-client.ts';
import { type ReadyDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { squat } from '../../support/daemon/squatter.ts';
import { registerUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type EngineWithoutImage, startEngineWithoutImage } from '../../support/engine/engine-without-image.ts';
import { hasIpv6 } from '../../support/network/has-ipv6.ts';
import { until } from '../../support/until.ts';
import { cliBundle, commandIn, commandWithDaemon, type TestCommand, temporaryFolder } from '../command.ts';

async function examine(command: Pick<TestCommand, 'run'>, args: string[] = [], env: Record<string, string> = {}) {
  const { exitCode, stdout, stderr } = await command.run(['doctor', '--json', ...args], { env });
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] };
  return { exitCode, stderr, healthy, findings, found: (name: string) => findings.find((one) => one.name === name) };
}

const fixture = commandWithDaemon();
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describeWithEngine('doctor on a machine that is well', () => {
  it('tries the sandbox, finds no failure, and exits with 0', async () => {
    const { user, command } = await fixture.forNewUser();
    const { exitCode, stderr, healthy, findings, found } = await examine(command);
    expect({ exitCode, stderr, healthy }).toEqual({ exitCode: 0, stderr: '', healthy: true });
    expect(findings.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual(['key store']);
    expect(found('Node')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^24\..*lowest safe version is 24/),
    });
    const { dataDir } = fixture.daemon().config;
    const held = `${dataDir}, held by the daemon with pid ${process.pid}`;
    expect(found('data folder')).toEqual({ name: 'data folder', status: 'ok', found: held, pid: process.pid });
    expect(found('sandbox')?.found).toMatch(/starts in \d+\.\d ms/);
    for (const name of ['network', 'user', 'socket', 'memory limit', 'time limit', 'output limit'])
      expect(found(name), name).toMatchObject({ status: 'ok' });
    expect((await user.client.call(listExecutions)).executions).toEqual([]);
  });

  it('has the same findings as text and as JSON, and warns of a missing credential without failing', async () => {
    const command = commandIn(fixture.folder, fixture.daemon().config.dataDir);
    const { exitCode, stdout } = await command.run(['doctor']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^✓ engine +docker is ready$/m);
    expect(stdout).toMatch(/^! credential .*\n +→ Run "strongroom login"/m);
  });
});

describe('doctor on a machine without an engine', () => {
  const folder = temporaryFolder();
  const command = commandIn(folder, join(folder, 'data'));
  let daemon: ReadyDaemon;
  beforeAll(async () => {
    daemon = await startChildDaemon(command.dataDir, { DOCKER_HOST: `unix://${join(folder, 'none.sock')}` });
  });
  afterAll(async () => {
    daemon.process.kill('SIGTERM');
    await daemon.exited;
  });

  it('names the missing engine and how to install one, starts no sandbox, and exits with 1', async () => {
    const user = await registerUser(daemon.url);
    const { exitCode, healthy, found } = await examine(command, [], { STRONGROOM_API_KEY: user.apiKey });
    expect({ exitCode, healthy }).toEqual({ exitCode: 1, healthy: false });
    expect(found('engine')).toMatchObject({ status: 'failure', nextStep: expect.stringMatching(/npm run engine/) });
    expect(found('images')).toMatchObject({ status: 'warning', nextStep: 'See the engine above.' });
    expect(found('sandbox')).toBeUndefined();
  });
});

describeWithEngine('doctor on a machine whose engine has no image', () => {
  const folder = temporaryFolder();
  const command = commandIn(folder, join(folder, 'data'));
  let engine: EngineWithoutImage;
  let daemon: ReadyDaemon;
  let env: Record<string, string>;
  beforeAll(async () => {
    engine = await startEngineWithoutImage();
    daemon = await startChildDaemon(command.dataDir, { DOCKER_HOST: engine.host });
    env = { STRONGROOM_API_KEY: (await registerUser(daemon.url)).apiKey };
  });
  afterAll(async () => {
    daemon.process.kill('SIGTERM');
    await daemon.exited;
    await engine.stop();
  });

  it('prints that it is being built and the next step, starts no sandbox, and exits with 0', async () => {
    const { exitCode, healthy, found } = await examine(command, [], env);
    expect(found('engine')).toMatchObject({ status: 'warning', found: expect.stringMatching(/building_image/) });
    expect(found('engine')?.nextStep).toMatch(/^Wait/);
    expect(found('images')).toMatchObject({ status: 'warning', found: 'no language is installed yet' });
    expect(found('sandbox')).toBeUndefined();
    expect({ exitCode, healthy }).toEqual({ exitCode: 0, healthy: true });
  });

  it('prints why it cannot be built, and exits with 1', async () => {
    engine.refuses('no space left on device');
    await until(async () => (await createApiClient(daemon.url).call(readHealth)).engine.status === 'unavailable');
    const { exitCode, found } = await examine(command, [], env);
    expect(exitCode).toBe(1);
    expect(found('engine')).toMatchObject({ status: 'failure', nextStep: 'npm run images' });
    expect(found('engine')?.found).toMatch(/The sandbox image could not be made: .*no space left on device/);
    expect(found('images')?.nextStep).toBe('See the engine above.');
  });
});

describe.skipIf(!canMount)('doctor on a disk that is nearly full (needs root, to mount one)', () => {
  const disk = temporaryFolder();
  const command = commandIn(temporaryFolder(), join(disk, 'data'));
  beforeAll(() => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]));
  // Lazily: the folder of a daemon that is about to end may be in use.
  afterAll(() => execFileSync('umount', ['--lazy', disk]));

  it('is a warning among the other findings, with the folder and the next step', async () => {
    const daemon = await startChildDaemon(command.dataDir);
    const { findings, found } = await examine(command, ['--no-sandbox']);
    daemon.process.kill('SIGTERM');
    await daemon.exited;
    expect(findings.length).toBeGreaterThan(5);
    expect(found('disk')).toMatchObject({ status: 'warning', found: `0.1 GiB free at ${command.dataDir}` });
    expect(found('disk')?.nextStep).toContain('Free some space');
  });
});

describe.runIf(hasIpv6)('doctor where another program has the port at [::1]', () => {
  it('is named as at the start of the daemon, and the daemon serves requests', async () => {
    const folder = temporaryFolder();
    const command = commandIn(folder, join(folder, 'data'));
    const squatter = await squat(0, '::1');
    const daemon = await startChildDaemon(command.dataDir, {}, ['--port', String(squatter.port)]);
    const { found } = await examine(command, ['--no-sandbox']);
    expect(found('address')?.found).toBe(`http://127.0.0.1:${squatter.port}`);
    expect(found('connection')?.found).toBe(join(command.dataDir, 'run/daemon.sock'));
    const taken = `[::1]:${squatter.port} is taken by`;
    expect(daemon.stderr()).toContain(taken);
    if (process.platform === 'linux') {
      expect(daemon.stderr()).toContain(`(pid ${process.pid})`);
      expect(found('localhost')).toMatchObject({ status: 'warning', found: expect.stringContaining(taken) });
    }
    expect(squatter.received()).toEqual([]);
  });
});

describe('doctor where no daemon can be started', () => {
  const folder = temporaryFolder();

  it('names the key file that others can read and the command that closes it', async () => {
    const command = commandIn(folder, join(folder, 'data'));
    const first = await startChildDaemon(command.dataDir);
    first.process.kill('SIGTERM');
    await first.exited;
    const keys = join(folder, 'data-key');
    for (const name of readdirSync(keys)) chmodSync(join(keys, name), 0o644);
    const { exitCode, found } = await examine(command);
    expect(exitCode).toBe(1);
    expect(found('key store')).toMatchObject({ status: 'failure', found: expect.stringContaining('chmod 600') });
    expect(found('key store')?.nextStep).toContain('run "strongroom doctor" again');
    expect(found('disk')).toBeDefined();
  });

  it('names the choice that new data without a keychain needs', async () => {
    const { exitCode, found } = await examine(commandIn(folder, join(folder, 'new')));
    expect(exitCode).toBe(1);
    expect(found('key store')?.nextStep).toContain('strongroom serve --key-store file');
  });

  // The data folder of the system is the one whose daemon has a port of its own.
  it('names the program that has the port, and the next step', async () => {
    const { held, close } = await holdDefaultPort();
    const runtime = join(folder, 'run');
    mkdirSync(runtime, { mode: 0o700 });
    const home = { HOME: folder, XDG_DATA_HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'home-config') };
    const env = { ...home, XDG_RUNTIME_DIR: runtime, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const strongroom = (...args: string[]) =>
      execa(process.execPath, [cliBundle, ...args], { env, reject: false, timeout: 60_000 });
    // Chooses the key store, and exits because the port is taken.
    await strongroom('serve', '--key-store', 'file');
    const { exitCode, stdout } = await strongroom('doctor', '--json');
    await close();
    expect(exitCode).toBe(1);
    const [port] = JSON.parse(stdout).findings;
    expect(port).toMatchObject({ name: 'port', status: 'failure' });
    if (held && process.platform === 'linux') {
      expect(port.found).toMatch(new RegExp(`^7341 is taken by .+ \\(pid ${process.pid}\\)$`));
      expect(port.nextStep).toContain(`"kill ${process.pid}"`);
    }
    expect(port.nextStep).toContain('strongroom serve --port 0');
  });
});

describe('the parts', () => {
  it.runIf(process.platform === 'linux')('warn of a disk without room', () => {
    expect(checkDisk('/proc')).toMatchObject({
      status: 'warning',
      nextStep: expect.stringContaining('Free some space'),
    });
  });

  it('find no program at a free port', async () => {
    const { port, close } = await holdPort(0);
    await close();
    expect(findPortHolder(port)).toBeUndefined();
  });
});

/** Holds the port, or leaves it to who has it already: taken it is. */
async function holdDefaultPort() {
  try {
    return { held: true, ...(await holdPort(7341)) };
  } catch {
    return { held: false, close: async () => undefined };
  }
}

function holdPort(port: number): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: given } = server.address() as { port: number };
      resolve({ port: given, close: () => new Promise((done) => server.close(done)) });
    });
  });
}
