import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listApiKeys } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { missingPrograms, type SecretService, startSecretService } from '../../../daemon/keystore/secret-service.ts';
import { testDaemonOfFile, testPassword } from '../../../support/daemon/test-daemon.ts';
import { commandIn, temporaryFolder } from '../../command.ts';

const daemon = testDaemonOfFile();

describe('login where no keychain answers', () => {
  const folder = temporaryFolder();

  it('makes a key of its own, keeps it in a 0600 file, and says so in one line', async () => {
    const user = await daemon().newUser();
    const command = commandIn(folder, daemon().config.dataDir);
    const { stdout, stderr, exitCode } = await command.run(['login', '--email', user.email], {
      input: `${testPassword}\n`,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `Logged in as ${user.email}.\n` });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('No keychain answers')]);
    const config = join(folder, 'config/strongroom');
    const [file = ''] = readdirSync(config);
    expect(statSync(join(config, file)).mode & 0o777).toBe(0o600);
    expect((await command.run(['whoami'])).stdout).toBe(`${user.email}\n`);
  });

  it('a second login ends the key of the first, and logout that of the second', async () => {
    const user = await daemon().newUser();
    const command = commandIn(temporaryIn(folder, 'second'), daemon().config.dataDir);
    const ownKeys = async () => {
      const { apiKeys } = await user.client.call(listApiKeys, {});
      return apiKeys.filter(({ name }) => name.startsWith('Command line')).length;
    };
    for (const _ of [1, 2]) await command.run(['login', '--email', user.email], { input: testPassword });
    expect(await ownKeys()).toBe(1);
    expect(await command.run(['logout'])).toMatchObject({ exitCode: 0 });
    expect(await ownKeys()).toBe(0);
    expect(await command.run(['whoami'])).toMatchObject({ exitCode: 77 });
  });

  it('registers with --register', async () => {
    daemon().clock.pass(60 * 60_000);
    const command = commandIn(temporaryIn(folder, 'third'), daemon().config.dataDir);
    const args = ['login', '--register', '--email', 'new@example.com', '--json'];
    const { stdout } = await command.run(args, { input: testPassword });
    expect(JSON.parse(stdout)).toMatchObject({ user: { email: 'new@example.com' }, credential: 'file' });
    expect(stdout).not.toContain('srk_');
  });

  it('refuses a wrong password with 77, and stores nothing', async () => {
    const user = await daemon().newUser();
    const own = temporaryIn(folder, 'fourth');
    const command = commandIn(own, daemon().config.dataDir);
    expect(await command.run(['login', '--email', user.email], { input: 'wrong' })).toMatchObject({ exitCode: 77 });
    expect(existsSync(join(own, 'config'))).toBe(false);
  });
});

describe.skipIf(missingPrograms.length > 0)('login with a real Secret Service', () => {
  let service: SecretService;
  beforeAll(async () => {
    service = await startSecretService();
  });
  afterAll(() => service.stop());

  it('keeps the key there and in no file, and finds it again', async () => {
    const folder = temporaryFolder();
    const user = await daemon().newUser();
    const command = commandIn(folder, daemon().config.dataDir);
    const env = { DBUS_SESSION_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' };
    const login = await command.run(['login', '--email', user.email], { input: testPassword, env });
    expect(login).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(join(folder, 'config'))).toBe(false);
    expect((await command.run(['whoami'], { env })).stdout).toBe(`${user.email}\n`);
    await command.run(['logout'], { env });
    expect((await command.run(['whoami'], { env })).exitCode).toBe(77);
  });
});

/** A home of its own for one command. */
function temporaryIn(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}
