/** `strongroom vault import` next to scripts that exist, and of an export. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listCode, readCode, storeCode } from '../../src-shared/contracts/vault.contract.ts';
import { examplePayload } from '../../src-shared/zk/zk-payload.ts';
import type { TestUser } from '../support/daemon/test-daemon.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const fixture = commandWithDaemon();
const input = 'correct horse battery staple';
let command: TestCommand;
let user: TestUser;
let folder: string;
let folders = 0;

beforeEach(async () => {
  ({ command, user } = await fixture.forNewUser());
  folder = join(command.folder, `source-${folders++}`);
});

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const storeDirectly = (name: string) =>
  user.client.call(storeCode, {
    params: { name },
    body: { encryptedPayload: examplePayload, language: 'python', description: 'kept' },
  });
const names = async () => (await user.client.call(listCode)).code.map(({ name, revision }) => `${name} ${revision}`);
const get = async (name: string) => (await command.run(['vault', 'get', name], { input })).stdout;

describe('strongroom vault import', () => {
  it('stores nothing with --dry-run, and the next revision with --replace, which keeps the description', async () => {
    write('nightly.py', 'print("new")\n');
    await storeDirectly('nightly.py');
    const dry = await command.run(['vault', 'import', folder, '--replace', '--dry-run']);
    expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
    expect(dry.stdout).toContain('nightly.py (next revision)\nWould store: 1 script\n');
    expect(await names()).toEqual(['nightly.py 1']);
    const file = join(folder, 'nightly.py');
    expect(await command.run(['vault', 'import', file, '--replace'], { input })).toMatchObject({ exitCode: 0 });
    expect(await names()).toEqual(['nightly.py 2']);
    expect(await user.client.call(readCode, { params: { name: 'nightly.py' } })).toMatchObject({ description: 'kept' });
    expect(await get('nightly.py')).toBe('print("new")\n');
    const into = await command.run(['vault', 'import', file, '--into', 'team/night'], { input });
    expect(into.stdout).toContain('-> team/night/nightly.py\n');
  });

  it('restores an encrypted export unchanged, and only what the master password decrypts', async () => {
    await storeDirectly('example.py');
    const file = join(command.folder, 'vault.json');
    await command.run(['vault', 'export', file, '--force']);
    const other = await fixture.forNewUser();
    const wrong = await other.command.run(['vault', 'import', file], { input: 'another master password' });
    expect(wrong).toMatchObject({ exitCode: 65, stdout: 'Stored, encrypted: 0 scripts\n' });
    expect(wrong.stderr).toContain('example.py was left out: the master password does not decrypt it');
    expect(await other.command.run(['vault', 'import', file], { input })).toMatchObject({ exitCode: 0, stderr: '' });
    const restored = await other.user.client.call(readCode, { params: { name: 'example.py' } });
    expect(restored).toMatchObject({ encryptedPayload: examplePayload, description: 'kept', revision: 1 });
    const again = await other.command.run(['vault', 'import', file], { input });
    expect(again.exitCode).toBe(65);
    expect(again.stderr).toContain('the vault has a script named example.py');
    const options = await other.command.run(['vault', 'import', file, '--into', 'x'], { input });
    expect(options.exitCode).toBe(64);
  });
});
