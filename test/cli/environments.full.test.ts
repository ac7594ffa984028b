/** The daemon of a user, found from every environment of the same user: a desktop's, cron's, ssh's, an empty one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDaemon } from '../../src-shared-node/find-daemon.ts';
import { type ChildDaemon, spawnDaemon } from '../support/daemon/child-daemon.ts';
import { startFakeDaemon } from '../support/daemon/fake-daemon.ts';
import { cliBundle, commandIn, temporaryFolder } from './command.ts';

const isLinux = process.platform === 'linux';
const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A command with this environment and no other variable. */
async function strongroom(args: string[], env: Record<string, string>) {
  const options = { env, extendEnv: false, reject: false, cwd: '/', timeout: 50_000 } as const;
  const { exitCode, stdout, stderr } = await execa(process.execPath, [cliBundle, ...args], options);
  return { exitCode, stdout: String(stdout), stderr: String(stderr) };
}

describe.runIf(isLinux)('the daemon of a desktop session', () => {
  const home = temporaryFolder();
  const runtime = temporaryFolder();
  const desktop = { HOME: home, XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', XDG_RUNTIME_DIR: runtime };
  let daemon: ChildDaemon;
  let url: unknown;
  beforeAll(async () => {
    daemon = spawnDaemon(['--port', '0', '--key-store', 'file', '--engine', 'docker'], desktop);
    ({ url } = (await daemon.nextLine()) ?? {});
  });
  afterAll(async () => {
    daemon.process.kill('SIGTERM');
    await daemon.exited;
  });

  it.each([
    ['that sets HOME alone, as cron does', {}],
    ['with another XDG_RUNTIME_DIR', { XDG_RUNTIME_DIR: tmpdir() }],
    ['with another temporary folder', { TMPDIR: '/var/tmp' }],
    ['with the data folder by its default path', { XDG_DATA_HOME: join(home, '.local/share') }],
  ])('is found from an environment %s', async (_, more) => {
    const { exitCode, stdout } = await strongroom(['open', '--print', '--json'], { HOME: home, ...more });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ url });
  });

  it('says so in a file of 0600 in a folder of 0700', () => {
    const folder = join(home, '.local/share/strongroom/run');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'daemon.json')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(runtime, 'strongroom'))).toBe(false);
  });

  it('shows its socket in doctor', async () => {
    const { stdout } = await strongroom(['doctor', '--json', '--no-sandbox'], { HOME: home });
    const found = JSON.parse(stdout).findings.find(({ name }: { name: string }) => name === 'connection');
    expect(found).toMatchObject({ status: 'ok', found: join(home, '.local/share/strongroom/run/daemon.sock') });
  });
});

it.runIf(isLinux).each([
  ['without HOME', {}],
  ['with an empty HOME', { HOME: '' }],
])('an environment %s has the data folder of the user', (_, env) => {
  const locations = join(root, 'src-shared-node/locations.ts');
  const program = `import { findLocations } from ${JSON.stringify(locations)}; console.log(JSON.stringify(findLocations({}, undefined)));`;
  const args = ['--input-type=module', '-e', program];
  const found = JSON.parse(execFileSync(process.execPath, args, { env, cwd: root, encoding: 'utf8' }));
  const dataDir = join(userInfo().homedir, '.local/share/strongroom');
  const configDir = join(userInfo().homedir, '.config/strongroom');
  expect(found).toMatchObject({ dataDir, configDir, runFilePath: join(dataDir, 'run/daemon.json') });
});

describe('a daemon of a version without a socket', () => {
  const env = { STRONGROOM_API_KEY: 'srk_secret' };

  it('gets no key, and the command says how to replace it', async () => {
    const folder = temporaryFolder();
    const command = commandIn(folder, join(folder, 'data'));
    const daemon = await startFakeDaemon({
      runFilePath: join(command.dataDir, 'run/daemon.json'),
      version,
      at: 'port',
    });
    const { exitCode, stderr } = await command.run(['whoami'], { env });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 69,
      stderr: expect.stringContaining(`kill ${process.pid}`),
    });
    expect(JSON.stringify(daemon.seen)).not.toContain('srk_secret');
  });

  it.runIf(isLinux)('is found where it left its run file', async () => {
    const home = temporaryFolder();
    const runtime = mkdtempSync(join(tmpdir(), 'runtime-'));
    const runFilePath = join(runtime, 'strongroom/daemon.json');
    await startFakeDaemon({ runFilePath, version, at: 'port' });
    const locations = { HOME: home, XDG_RUNTIME_DIR: runtime };
    const { exitCode, stderr } = await strongroom(['whoami'], { ...env, ...locations });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 69,
      stderr: expect.stringContaining(`kill ${process.pid}`),
    });
    expect(existsSync(join(home, '.local/share/strongroom'))).toBe(false);
  });
});

it.skipIf(process.platform === 'win32')(
  'a former run file that others could have written is not believed',
  async () => {
    const former = join(mkdtempSync(join(tmpdir(), 'runtime-')), 'daemon.json');
    const daemon = await startFakeDaemon({ runFilePath: former, version, at: 'port' });
    const locations = { runFilePath: join(temporaryFolder(), 'daemon.json'), formerRunFilePath: former };
    expect(await findDaemon(locations)).toMatchObject({ pid: process.pid });
    daemon.seen.length = 0;
    chmodSync(dirname(former), 0o755);
    expect(await findDaemon(locations)).toBeUndefined();
    expect(daemon.seen).toEqual([]);
  },
);
