/** `strongroom vault import` next to scripts that exist, and of an export. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCode } from '../../src-shared/contracts/vault.contract.ts';
import { examplePayload } from '../../src-shared/zk/zk-payload.ts';
import { input, vaultImports } from './vault-imports.ts';

const imports = vaultImports();

describe('strongroom vault import', () => {
  it('stores nothing with --dry-run, and the next revision with --replace, which keeps the description', async () => {
    const { command, user, folder, write, storeDirectly, names, get } = await imports.begin();
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
    const { command, storeDirectly } = await imports.begin();
    await storeDirectly('example.py');
    const file = join(command.folder, 'vault.json');
    await command.run(['vault', 'export', file, '--force']);
    const other = await imports.fixture.forNewUser();
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
