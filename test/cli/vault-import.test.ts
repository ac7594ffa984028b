/** `strongroom vault import`: every file becomes a script, or is listed with the reason why not. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { input, vaultImports } from './vault-imports.ts';

const imports = vaultImports();

describe('strongroom vault import', () => {
  it('stores the files of a folder, and lists every file that is left out with the reason', async () => {
    const { command, folder, write, storeDirectly, names, get } = await imports.begin();
    write('nightly.py', 'print("new")\n');
    write('team/räport.sh', 'echo "ü"\n');
    write('team/r_port.sh', 'echo second\n');
    write('tool', '#!/usr/bin/env node\n1;\n');
    write('notes.txt', 'text');
    write('picture.py', Uint8Array.of(0, 255));
    write('large.py', '#'.repeat(1024 * 1024 + 1));
    write('.env', 'TOKEN=secret');
    write('build/out.py', 'generated');
    write('.gitignore', 'build/\n');
    await storeDirectly('nightly.py');
    const ran = await command.run(['vault', 'import', folder, '--json'], { input });
    expect(ran.exitCode).toBe(65);
    const { stored, leftOut } = JSON.parse(ran.stdout);
    expect(stored.map(({ name }: { name: string }) => name)).toEqual(['team/r_port.sh', 'tool']);
    const reasons = Object.fromEntries(
      leftOut.map(({ file, reason }: Record<string, string>) => [file?.slice(folder.length + 1), reason]),
    );
    expect(reasons).toMatchObject({
      'nightly.py': expect.stringContaining('--replace'),
      'team/räport.sh': expect.stringContaining('already imported as team/r_port.sh'),
      'notes.txt': expect.stringContaining('--language'),
      'picture.py': 'it is not text in UTF-8',
      'large.py': 'it is larger than 1 MiB, the limit of a script',
    });
    expect(ran.stderr).toContain('.env was left out: it usually holds secrets. Store its variables with');
    expect(ran.stderr).toContain('build was left out: an ignore file names it');
    expect(await names()).toEqual(['nightly.py 1', 'team/r_port.sh 1', 'tool 1']);
    expect(await get('team/r_port.sh')).toBe('echo second\n');
  });

  it('asks for nothing if nothing can be stored, and names a path that does not exist', async () => {
    const { command, folder, write } = await imports.begin();
    write('notes.txt', 'text');
    expect(await command.run(['vault', 'import', folder])).toMatchObject({
      exitCode: 0,
      stdout: 'Stored, encrypted: 0 scripts\n',
    });
    const missing = await command.run(['vault', 'import', join(folder, 'none.py')]);
    expect(missing.exitCode).toBe(65);
    expect(missing.stderr).toContain('none.py: the file does not exist.');
  });
});
