import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCode } from '../../../src-shared/contracts/vault.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { until } from '../../support/until.ts';
import { commandIn, commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();
let command: TestCommand;
let user: TestUser;
/** Each test has an account of its own, and makes what it needs. */
beforeEach(async () => {
  ({ command, user } = await fixture.forNewUser());
});

describe('strongroom secrets', () => {
  it('takes a value from stdin without its line end, and never gives it back', async () => {
    await command.run(['secrets', 'set', 'TOKEN', '--description', 'for tests'], { input: 'value-1234\n' });
    const { stdout } = await command.run(['secrets', 'ls', '--json']);
    expect(JSON.parse(stdout).secrets).toMatchObject([{ name: 'TOKEN', version: 1, description: 'for tests' }]);
    expect(stdout).not.toContain('value-1234');
  });

  it('has no place for a value on the command line', async () => {
    expect(await command.run(['secrets', 'set', 'OTHER', 'value'])).toMatchObject({ exitCode: 64 });
  });

  it('imports what is new, leaves what exists, and says which', async () => {
    await command.run(['secrets', 'set', 'TOKEN'], { input: 'value-1234' });
    const file = join(command.folder, '.env');
    writeFileSync(file, '# comment\nTOKEN=changed\nexport NEW="two words"\n');
    const { stdout } = await command.run(['secrets', 'import', file, '--json']);
    expect(JSON.parse(stdout)).toEqual({
      ...{ created: ['NEW'], replaced: [], skipped: ['TOKEN'], variables: [] },
      lines: [],
    });
    const again = await command.run(['secrets', 'import', file, '--replace', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ replaced: expect.arrayContaining(['TOKEN', 'NEW']) });
  });

  it('imports nothing when one name is invalid, and prints no value', async () => {
    const { exitCode, stderr } = await command.run(['secrets', 'import', '-'], {
      input: 'GOOD=hush-hush\nPATH=hush-hush\n',
    });
    expect(exitCode).toBe(64);
    expect(stderr).toContain('PATH');
    expect(stderr).not.toContain('hush');
    expect((await command.run(['secrets', 'ls'])).stdout).not.toContain('GOOD');
  });

  const ambiguous = 'CONFIG="{\\"user\\":1}"\nGOOD=hush-hush\nKEY=hush#hush word\n';

  it('stores nothing of a file whose values may not be the intended ones, unless --yes is given', async () => {
    const refused = await command.run(['secrets', 'import', '-'], { input: ambiguous });
    expect(refused).toMatchObject({ exitCode: 64, stdout: '' });
    expect(refused.stderr).toMatch(
      /Nothing was imported: line 1 has \\", which is read as a quote.*line 3 is cut at #.*--yes/s,
    );
    expect(refused.stderr).not.toContain('hush');
    expect((await command.run(['secrets', 'ls'])).stdout).not.toContain('GOOD');
    const agreed = await command.run(['secrets', 'import', '-', '--yes'], { input: ambiguous });
    expect(agreed).toMatchObject({ exitCode: 0, stdout: 'created: CONFIG, GOOD, KEY\n' });
    expect(agreed.stderr).toContain('line 3 is cut at #');
  });

  it('shows lines that only a shell reads differently, and stores them', async () => {
    const input = 'URL=postgres://hush/d?a=1&b=2\nEMPTY=\n';
    const { exitCode, stdout, stderr } = await command.run(['secrets', 'import', '-'], { input });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'created: URL\n' });
    expect(stderr).toBe(
      'strongroom: line 1 has one of ; & | < > ( ), which a shell takes for a command\nstrongroom: line 2 has no value\n',
    );
  });

  it('leaves common words to variables', async () => {
    const input = 'NODE_ENV=production\nDB_PASSWORD=root-hush\n';
    const { stdout } = await command.run(['secrets', 'import', '-'], { input });
    expect(stdout).toMatch(
      /^created: DB_PASSWORD\nnot stored, because masking a common word .*--env-file.*: NODE_ENV\n$/,
    );
    const all = await command.run(['secrets', 'import', '-', '--words', '--json'], { input });
    expect(JSON.parse(all.stdout)).toMatchObject({ created: ['NODE_ENV'], skipped: ['DB_PASSWORD'], variables: [] });
  });

  it('refuses a file with a line that is no assignment', async () => {
    const refused = await command.run(['secrets', 'import', '-'], { input: 'GOOD=hush-hush\nhush\n' });
    expect(refused).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('line 2 does not have the form') });
  });

  it('takes no new name that code is taken from', async () => {
    const input = 'GOOD=hush-hush\nNODE_OPTIONS=hush-hush\n';
    const { exitCode, stderr } = await command.run(['secrets', 'import', '-'], { input });
    expect(exitCode).toBe(64);
    expect(stderr).toContain('NODE_OPTIONS is a variable from which Node.js takes code');
    expect(stderr).not.toContain('hush');
    expect(await command.run(['secrets', 'set', 'BASH_ENV'], { input: 'hush-hush' })).toMatchObject({ exitCode: 65 });
    expect((await command.run(['secrets', 'ls'])).stdout).not.toMatch(/GOOD|BASH_ENV/);
  });

  it('deletes only with a yes', async () => {
    await command.run(['secrets', 'set', 'NEW'], { input: 'value-1234' });
    expect(await command.run(['secrets', 'rm', 'NEW'])).toMatchObject({ exitCode: 64 });
    expect(await command.run(['secrets', 'rm', 'NEW', '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await command.run(['secrets', 'rm', 'NEW', '--yes'])).toMatchObject({ exitCode: 65 });
  });
});

describeWithEngine('strongroom vault', () => {
  const code = 'import sys\nprint("stored", sys.argv[1:])  # é漢';

  async function put() {
    const file = join(command.folder, 's.py');
    writeFileSync(file, code);
    return command.run(['vault', 'put', 'my script', file, '--json'], { input: 'master password\n' });
  }

  it('encrypts here, and opens here with the same password only', async () => {
    const stored = await put();
    expect(JSON.parse(stored.stdout)).toMatchObject({ stored: true, zeroKnowledge: true, language: 'python' });
    const { encryptedPayload } = await user.client.call(readCode, { params: { name: 'my script' } });
    expect(Buffer.from(encryptedPayload.ciphertext, 'base64').includes('stored')).toBe(false);
    expect((await command.run(['vault', 'get', 'my script'], { input: 'master password' })).stdout).toBe(code);
    expect(await command.run(['vault', 'get', 'my script'], { input: 'other' })).toMatchObject({
      exitCode: 65,
      stdout: '',
    });
  });

  it('runs what is stored', async () => {
    await put();
    const { stdout } = await command.run(['vault', 'run', 'my script', '--x'], { input: 'master password' });
    expect(stdout).toBe("stored ['--x']\n");
    expect(await command.run(['vault', 'run', 'my script'], { input: 'other' })).toMatchObject({ exitCode: 65 });
  });
});

describe('strongroom backup and restore', () => {
  const passphrase = 'a long passphrase';
  let backups = 0;

  async function backUp(): Promise<string> {
    const file = join(command.folder, `${++backups}.backup`);
    expect(await command.run(['backup', file], { input: passphrase })).toMatchObject({ exitCode: 0 });
    return file;
  }

  it('carries data and key to another folder, sealed, while the daemon runs', async () => {
    await command.run(['secrets', 'set', 'TOKEN'], { input: 'value-1234' });
    const file = join(command.folder, 'all.backup');
    expect(await command.run(['backup', file], { input: passphrase })).toMatchObject({ exitCode: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    for (const hidden of [passphrase, user.email, 'TOKEN', 'SQLite format']) expect(bytes.includes(hidden)).toBe(false);
    const copy = commandIn(command.folder, join(command.folder, 'copy'));
    const restored = await copy.run(['restore', file, '--key-store', 'file', '--json'], { input: passphrase });
    expect(JSON.parse(restored.stdout)).toMatchObject({ keyStore: 'file' });
    const env = { STRONGROOM_API_KEY: user.apiKey };
    const listed = await copy.run(['secrets', 'ls', '--json'], { env });
    expect(JSON.parse(listed.stdout).secrets[0].name).toBe('TOKEN');
    expect((await copy.run(['audit', 'verify'], { env })).stdout).toMatch(/^intact: /);
    await stopDaemonOf(copy);
  });

  it('refuses a wrong passphrase, a changed file and a file cut short, and leaves nothing behind', async () => {
    const whole = readFileSync(await backUp());
    const changed = Buffer.from(whole);
    changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1;
    const bad: [Buffer, string][] = [
      [whole, 'wrong'],
      [changed, passphrase],
      [whole.subarray(0, -4096), passphrase],
      [Buffer.from('not a backup'), passphrase],
    ];
    const target = commandIn(command.folder, join(command.folder, 'refused'));
    for (const [content, given] of bad) {
      writeFileSync(join(command.folder, 'bad.backup'), content);
      const args = ['restore', join(command.folder, 'bad.backup'), '--key-store', 'file'];
      expect(await target.run(args, { input: given })).toMatchObject({ exitCode: 65 });
      expect(existsSync(join(target.dataDir, 'strongroom.db'))).toBe(false);
    }
  });

  it('does not write over a file, nor into a folder that a daemon holds', async () => {
    const file = await backUp();
    expect(await command.run(['backup', file], { input: passphrase })).toMatchObject({ exitCode: 65 });
    const held = await command.run(['restore', file, '--replace', '--key-store', 'file'], { input: passphrase });
    expect(held.exitCode).toBe(75);
    expect(held.stderr).toMatch(/is in use by the daemon with pid \d+ at http:.*Stop it/);
  });

  it('moves existing data into another folder with --replace', async () => {
    const copy = commandIn(command.folder, join(command.folder, 'twice'));
    const file = await backUp();
    const args = ['restore', file, '--key-store', 'file', '--json'];
    await copy.run(args, { input: passphrase });
    expect(await copy.run(args, { input: passphrase })).toMatchObject({ exitCode: 65 });
    const { stdout } = await copy.run([...args, '--replace'], { input: passphrase });
    expect(existsSync(join(JSON.parse(stdout).aside, 'strongroom.db'))).toBe(true);
  });

  it('moves the key from a file to a passphrase, and removes the file', async () => {
    const dataDir = join(command.folder, 'moved');
    const moved = commandIn(command.folder, dataDir);
    await moved.run(['restore', await backUp(), '--key-store', 'file'], { input: passphrase });
    const env = { STRONGROOM_PASSPHRASE: 'of the key store' };
    const { stdout } = await moved.run(['keystore', 'move', 'passphrase', '--json'], { env });
    expect(JSON.parse(stdout)).toEqual({ from: 'file', to: 'passphrase' });
    expect(existsSync(join(`${dataDir}-key`, 'master.key'))).toBe(false);
    const back = await moved.run(['keystore', 'move', 'file'], { env: { STRONGROOM_PASSPHRASE: 'wrong' } });
    expect(back.exitCode).toBe(65);
    expect(await moved.run(['keystore', 'move', 'file'], { env })).toMatchObject({ exitCode: 0 });
  });
});

/** The daemon that a command started. Its containers are removed before its run file. */
async function stopDaemonOf({ dataDir }: TestCommand): Promise<void> {
  const runFile = join(dataDir, 'run/daemon.json');
  process.kill(JSON.parse(readFileSync(runFile, 'utf8')).pid, 'SIGTERM');
  await until(() => !existsSync(runFile));
}
