/** Bytes that are not UTF-8 are refused where text is meant: Node alone would put U+FFFD in their place. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSecrets } from '../../src-shared/contracts/secrets.contract.ts';
import { listCode } from '../../src-shared/contracts/vault.contract.ts';
import { hasTerminal, runOnTerminal } from '../support/terminal.ts';
import { cliBundle, commandWithDaemon } from './command.ts';

const fixture = commandWithDaemon();
/** `pässwörd` in Latin-1. */
const latin1 = Buffer.from('p\u00e4ssw\u00f6rd', 'latin1');

describe('bytes that are not UTF-8', () => {
  it.each([
    ['secrets set', ['secrets', 'set', 'TOKEN']],
    ['secrets import', ['secrets', 'import', '-']],
    ['packages set', ['packages', 'set', 'python', '--from', '-']],
    ['run', ['run', '-']],
    ['generate', ['generate', '-']],
    ['login', ['login', '--email', 'me@example.com']],
    ['vault put', ['vault', 'put', 'job', 'job.py']],
    ['vault get', ['vault', 'get', 'job']],
    ['backup', ['backup', 'copy.backup']],
  ])('are refused on stdin: %s', async (_, args) => {
    const { user, command } = await fixture.forNewUser();
    writeFileSync(join(fixture.folder, 'job.py'), 'print(1)\n');
    const answer = await command.run(args, { input: Buffer.concat([Buffer.from('A='), latin1, Buffer.from('\n')]) });
    expect(answer).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('stdin is not UTF-8 text') });
    expect((await user.client.call(listSecrets)).secrets).toEqual([]);
    expect((await user.client.call(listCode)).code).toEqual([]);
    fixture.daemon().clock.pass(60 * 60_000);
  });

  it('are refused in a file of code, of variables and of packages', async () => {
    const { command } = await fixture.forNewUser();
    writeFileSync(join(fixture.folder, 'latin1.py'), Buffer.concat([Buffer.from('# '), latin1]));
    for (const args of [
      ['run', 'latin1.py'],
      ['vault', 'put', 'job', 'latin1.py'],
      ['secrets', 'import', 'latin1.py'],
      ['packages', 'set', 'python', '--from', 'latin1.py'],
    ]) {
      const { exitCode, stderr } = await command.run(args, { input: 'master' });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('latin1.py is not') });
    }
  });

  it('are refused in an argument and in the variables with a password', async () => {
    const { command } = await fixture.forNewUser();
    const garbled = 'p\ufffdss';
    const argument = await command.run(['secrets', 'set', 'TOKEN', '--description', garbled], { input: 'value' });
    expect(argument).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('Argument 7 is not UTF-8') });
    const agent = await command.run(['mcp'], { env: { STRONGROOM_MASTER_PASSWORD: garbled } });
    expect(agent).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('STRONGROOM_MASTER_PASSWORD is not') });
    const move = await command.run(['keystore', 'move', 'passphrase'], { env: { STRONGROOM_PASSPHRASE: garbled } });
    expect(move).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('STRONGROOM_PASSPHRASE is not') });
  });

  it.skipIf(!hasTerminal)('are refused when they are typed at a terminal', async () => {
    const { user, command } = await fixture.forNewUser();
    const argv = [process.execPath, cliBundle, '--data-dir', command.dataDir, 'secrets', 'set', 'TYPED'];
    const env = { STRONGROOM_API_KEY: user.apiKey };
    const typing = [{ after: 'Value: ', keys: Buffer.concat([latin1, Buffer.from('\r')]) }];
    const { exitCode, shown } = await runOnTerminal(argv, { typing, env, cwd: fixture.folder });
    expect({ exitCode, shown }).toMatchObject({ exitCode: 64, shown: expect.stringContaining('is not UTF-8 text') });
    expect((await user.client.call(listSecrets)).secrets).toEqual([]);
  });
});

describe('a master password of 1,025 bytes', () => {
  it('is refused on sealing as on opening, and one of 1,024 bytes is not', async () => {
    const { command } = await fixture.forNewUser();
    writeFileSync(join(fixture.folder, 'job.py'), 'print(1)\n');
    const put = (input: string) => command.run(['vault', 'put', 'job', 'job.py'], { input });
    const get = (input: string) => command.run(['vault', 'get', 'job'], { input });
    expect(await put('x'.repeat(1025))).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('1 to 1024') });
    expect(await put('x'.repeat(1024))).toMatchObject({ exitCode: 0 });
    expect(await get('x'.repeat(1025))).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('1 to 1024') });
    expect(await get('x'.repeat(1024))).toMatchObject({ exitCode: 0, stdout: 'print(1)\n' });
  });
});
