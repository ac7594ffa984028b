/** Runs the commands of docs/backup.md as written, in the default folders of two users of one keychain. */
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '../../src-shared/contracts/audit.contract.ts';
import { listSecrets, putSecret } from '../../src-shared/contracts/secrets.contract.ts';
import { cliBundle, temporaryFolder } from '../cli/command.ts';
import { missingPrograms, type SecretService, startSecretService } from '../daemon/keystore/secret-service.ts';
import { createApiClient } from '../support/api-client.ts';
import { type ReadyDaemon, startChildDaemon } from '../support/daemon/child-daemon.ts';
import { registerUser, type TestUser } from '../support/daemon/test-daemon.ts';
import { commandsOf } from './page.ts';

const commands = commandsOf('backup.md');
const findCommands = (name: string) => commands.filter((command) => command.startsWith(`strongroom ${name}`));
const passphrase = 'a long passphrase';

describe.skipIf(missingPrograms.length > 0 && process.env.CI !== 'true')('the examples of backup.md', () => {
  const folder = temporaryFolder();
  const work = join(folder, 'work');
  const before = homeIn(join(folder, 'before'));
  const after = homeIn(join(folder, 'after'));
  let service: SecretService;
  let user: TestUser;
  beforeAll(async () => {
    service = await startSecretService();
    for (const path of [work, join(folder, 'bin')]) mkdirSync(path);
    writeFileSync(join(folder, 'bin/strongroom'), `#!/bin/sh\nexec '${process.execPath}' '${cliBundle}' "$@"\n`);
    chmodSync(join(folder, 'bin/strongroom'), 0o755);
  });
  afterAll(() => service.stop());

  async function run(command: string, { environment }: Home) {
    const env = { ...environment, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}` };
    const done = await execa('bash', ['--norc', '-euc', command], { cwd: work, input: passphrase, reject: false, env });
    expect(done.exitCode, `${command}\n${done.stdout}\n${done.stderr}`).toBe(0);
    return done.stdout;
  }

  it('are all run here', () => {
    expect(commands).toEqual([...findCommands('backup'), ...findCommands('restore'), ...findCommands('keystore')]);
  });

  it('make a backup while the daemon runs', async () => {
    const daemon = await startAt(before, ['--key-store', 'os']);
    user = await registerUser(daemon.url);
    await user.client.call(putSecret, { params: { name: 'KEPT' }, body: { value: 'kept-value' } });
    for (const command of findCommands('backup')) expect(await run(command, before)).toContain('opened and checked');
    await user.client.call(putSecret, { params: { name: 'LATER' }, body: { value: 'later-value' } });
    await stop(daemon);
  });

  it('restore it on an empty machine, over existing data, and into another folder', async () => {
    const [first = '', replacing = '', elsewhere = ''] = findCommands('restore');
    expect(await run(first, after)).toContain(`${after.dataDir}; its key is in the key store "os"`);
    expect(await namesAt(after, ['--key-store', 'os'])).toEqual(['KEPT']);
    await run(replacing, after);
    expect(readdirSync(after.dataDir)).toContainEqual(expect.stringMatching(/^before-restore-/));
    expect(await namesAt(after, ['--key-store', 'os'])).toEqual(['KEPT']);
    await run(elsewhere, after);
    expect(await namesAt({ ...after, dataDir: join(work, 'copy') })).toEqual(['KEPT']);
  });

  it('show where the key is and move it', async () => {
    const [show = '', move = ''] = findCommands('keystore');
    expect(await run(show, after)).toContain('os');
    await run(move, after);
    expect(await run(show, after)).toContain('passphrase');
    const environment = { ...after.environment, STRONGROOM_PASSPHRASE: passphrase };
    expect(await namesAt({ ...after, environment }, ['--key-store', 'passphrase'])).toEqual(['KEPT']);
  });

  /** Returns the names of the secrets in the data folder, after a check of the audit log. */
  async function namesAt(home: Home, flags: string[] = []): Promise<string[]> {
    const daemon = await startAt(home, flags);
    const client = createApiClient(daemon.url, user.client.credential);
    const { secrets } = await client.call(listSecrets);
    expect(await client.call(verifyAuditLog)).toMatchObject({ verdict: 'intact' });
    await stop(daemon);
    return secrets.map(({ name }) => name);
  }
});

interface Home {
  environment: Record<string, string>;
  /** The default data folder according to docs/paths.md. */
  dataDir: string;
}

function homeIn(home: string): Home {
  const runtime = join(home, 'run');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const shares = { XDG_DATA_HOME: join(home, '.local/share'), XDG_CONFIG_HOME: join(home, '.config') };
  return {
    environment: { HOME: home, ...shares, XDG_RUNTIME_DIR: runtime },
    dataDir: join(home, '.local/share/strongroom'),
  };
}

async function startAt({ dataDir, environment }: Home, flags: string[]): Promise<ReadyDaemon> {
  const bus = { DBUS_SESSION_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' };
  const daemon = await startChildDaemon(dataDir, { ...environment, ...bus }, flags);
  expect(existsSync(join(dataDir, 'strongroom.db'))).toBe(true);
  return daemon;
}

async function stop(daemon: ReadyDaemon): Promise<void> {
  daemon.process.kill('SIGTERM');
  expect(await daemon.exited).toMatchObject({ code: 0 });
}
