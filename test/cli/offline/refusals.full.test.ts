/** The exit codes of `backup`, `restore` and `keystore` when they refuse, each with its reason and a message. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPrograms, type SecretService, startSecretService } from '../../daemon/keystore/secret-service.ts';
import { startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { type CommandOptions, commandIn, temporaryFolder } from '../command.ts';
import { passphrase, refusalOf } from './refusal-of.ts';

const folder = temporaryFolder();
const command = commandIn(folder, join(folder, 'data'));
const keyFile = join(folder, 'data-key', 'master.key');
const good = join(folder, 'good.backup');

beforeAll(async () => {
  const daemon = await startChildDaemon(command.dataDir);
  expect(await command.run(['backup', good], { input: passphrase })).toMatchObject({ exitCode: 0, stderr: '' });
  daemon.process.kill('SIGTERM');
  await daemon.exited;
});

describe('a backup', () => {
  it.each([
    { file: good, reason: 'file_exists', part: 'replace it with --force' },
    { file: folder, reason: 'file_exists', part: 'is a folder' },
    { file: join(folder, 'none', 'x.backup'), reason: 'storage', part: 'does not exist. Create it' },
  ])('to a target that cannot be written is refused with 65: $part', async ({ file, reason, part }) => {
    const refusal = await refusalOf(command, ['backup', file]);
    expect(refusal).toMatchObject({ exitCode: 65, reason, message: expect.stringContaining(part) });
  });

  it('of a folder without data is refused with 65', async () => {
    const empty = commandIn(folder, join(folder, 'empty'));
    expect(await refusalOf(empty, ['backup', 'x.backup'])).toMatchObject({ exitCode: 65, reason: 'no_data' });
  });

  it.runIf(process.platform !== 'win32')('with a key file that others can read is refused with 77', async () => {
    chmodSync(keyFile, 0o644);
    const refusal = await refusalOf(command, ['backup', 'x.backup']);
    chmodSync(keyFile, 0o600);
    expect(refusal).toMatchObject({ exitCode: 77, reason: 'exposed', message: expect.stringContaining('chmod 600') });
  });

  it('without its key is refused with 65', async () => {
    renameSync(keyFile, `${keyFile}.away`);
    const refusal = await refusalOf(command, ['backup', 'x.backup']);
    renameSync(`${keyFile}.away`, keyFile);
    expect(refusal).toMatchObject({ exitCode: 65, reason: 'master_missing' });
  });

  it('of a database that its key does not open is refused with 65', async () => {
    const database = join(command.dataDir, 'strongroom.db');
    const before = readFileSync(database);
    writeFileSync(database, Buffer.alloc(before.length, 7));
    const refusal = await refusalOf(command, ['backup', 'x.backup']);
    writeFileSync(database, before);
    expect(refusal).toMatchObject({ exitCode: 65, reason: 'wrong_key' });
    expect(refusal.message).toContain('strongroom restore FILE --replace');
  });

  it('is refused with 64 while STRONGROOM_URL names another daemon, and without a passphrase', async () => {
    const env = { STRONGROOM_URL: 'http://127.0.0.1:9' };
    expect(await command.run(['backup', 'x.backup'], { input: passphrase, env })).toMatchObject({ exitCode: 64 });
    expect(await command.run(['backup', 'x.backup'])).toMatchObject({ exitCode: 64 });
  });
});

describe('a restore', () => {
  const target = commandIn(folder, join(folder, 'restored'));
  const restore = (file: string, options?: CommandOptions) =>
    refusalOf(target, ['restore', file, '--key-store', 'file'], options);

  it('over data is refused with 65 unless --replace is set', async () => {
    const refusal = await refusalOf(command, ['restore', good]);
    expect(refusal).toMatchObject({
      exitCode: 65,
      reason: 'data_exists',
      message: expect.stringContaining('--replace'),
    });
  });

  it('into a folder of other programs is refused with 65', async () => {
    const other = commandIn(folder, join(folder, 'other'));
    mkdirSync(other.dataDir);
    writeFileSync(join(other.dataDir, 'thesis.tex'), '');
    expect(await refusalOf(other, ['restore', good])).toMatchObject({ exitCode: 65, reason: 'not_ours' });
  });

  it('of a file that does not exist, or of a folder, is refused with 65 and the path', async () => {
    const missing = await restore('none.backup');
    expect(missing).toMatchObject({ exitCode: 65, reason: 'unreadable' });
    expect(missing.message).toBe(`The backup ${join(folder, 'none.backup')} does not exist. Choose another file.`);
    expect(await restore(folder)).toMatchObject({ exitCode: 65, reason: 'unreadable' });
  });

  it('of another file, with a wrong passphrase, or of a damaged backup is refused with 65', async () => {
    const text = join(folder, 'text.backup');
    writeFileSync(text, 'not a backup');
    expect(await restore(text)).toMatchObject({ exitCode: 65, reason: 'not_a_backup' });
    expect(await restore(good, { input: 'another passphrase' })).toMatchObject({
      exitCode: 65,
      reason: 'wrong_passphrase',
    });
    const cut = join(folder, 'cut.backup');
    const bytes = readFileSync(good);
    writeFileSync(cut, bytes);
    truncateSync(cut, bytes.length - 4096);
    expect(await restore(cut)).toMatchObject({ exitCode: 65, reason: 'damaged' });
  });

  it('into the keychain of a machine without one is refused with 77', async () => {
    const none = commandIn(folder, join(folder, 'keyless'));
    expect(await refusalOf(none, ['restore', good])).toMatchObject({ exitCode: 77, reason: 'unavailable' });
  });
});

describe('a move of the key', () => {
  it('to the key store that has it is refused with 65', async () => {
    const refusal = await refusalOf(command, ['keystore', 'move', 'file']);
    expect(refusal).toMatchObject({ exitCode: 65, reason: 'same_kind' });
  });

  it('without data is refused with 65', async () => {
    const empty = commandIn(folder, join(folder, 'empty'));
    expect(await refusalOf(empty, ['keystore', 'move', 'file'])).toMatchObject({ exitCode: 65, reason: 'no_data' });
    expect(await refusalOf(empty, ['keystore', 'show'])).toMatchObject({ exitCode: 65, reason: 'no_data' });
  });

  it('from a passphrase needs the right one: 77 without it, 65 with another', async () => {
    const env = { STRONGROOM_PASSPHRASE: passphrase };
    expect(await command.run(['keystore', 'move', 'passphrase'], { input: passphrase })).toMatchObject({ exitCode: 0 });
    const back = ['keystore', 'move', 'file'];
    expect(await refusalOf(command, back)).toMatchObject({ exitCode: 77, reason: 'passphrase_missing' });
    const wrong = { env: { STRONGROOM_PASSPHRASE: 'another passphrase' } };
    expect(await refusalOf(command, back, wrong)).toMatchObject({ exitCode: 65, reason: 'wrong_passphrase' });
    expect(await command.run(back, { env })).toMatchObject({ exitCode: 0 });
  });
});

describe.skipIf(missingPrograms.length > 0 && process.env.CI !== 'true')('a locked keychain', () => {
  let service: SecretService;
  beforeAll(async () => {
    service = await startSecretService();
  });
  afterAll(() => service.stop());

  it('makes a move and a backup end with 77', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' };
    expect(await command.run(['keystore', 'move', 'os'], { env })).toMatchObject({ exitCode: 0 });
    service.lock();
    for (const args of [
      ['keystore', 'move', 'file'],
      ['backup', 'x.backup'],
    ])
      expect(await refusalOf(command, args, { env })).toMatchObject({
        exitCode: 77,
        reason: expect.stringMatching(/^(locked|unlock_pending)$/),
      });
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
