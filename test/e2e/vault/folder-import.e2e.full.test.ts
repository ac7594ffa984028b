import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { describeInterface } from '../browser.ts';
import { dropPath } from '../drop-path.ts';
import { useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { importField, openVault, scriptRow, vaultCode } from './vault-page.ts';

describeInterface('a folder for the vault', () => {
  const ui = useInterface();
  const { dataDir } = temporaryDataDir();

  it('is listed before it is imported, without what Git ignores, and again as further revisions', {
    timeout: 300_000,
  }, async () => {
    const folder = join(dataDir, 'billing');
    const files = {
      '.gitignore': 'build/\n*.tmp\n',
      'monthly.py': 'print("monthly")\n',
      'old/.gitignore': '*.py\n!kept.py\n',
      'old/kept.py': 'print("kept")\n',
      'old/gone.py': 'print("gone")\n',
      'build/made.py': 'print("made")\n',
      '.git/config': '[core]\n',
      'node_modules/x/index.js': '0\n',
      'README.md': '# Billing\n',
      'data.py': '\0\0\0',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const page = await ui.enter();
    await openVault(page);
    const chooser = page.getByLabel('Folder for the vault');
    await chooser.setInputFiles(folder);
    const dialog = page.getByRole('dialog', { name: 'Import the folder billing' });
    await dialog.getByText('To be imported: 2').waitFor();
    const leftOut = dialog.getByRole('region', { name: 'Left out' });
    for (const text of ['old/gone.py', 'build/', 'data.py', 'README.md', 'node_modules/'])
      await leftOut.getByText(text, { exact: true }).waitFor();
    await checkScreen(page, 'vault-folder-import');
    await dialog.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByText('2 files were imported.').first().waitFor();
    await scriptRow(page, 'kept.py').click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('print("kept")');

    writeFileSync(join(folder, 'monthly.py'), 'print("changed")\n');
    await dropPath(page, importField(page), folder);
    await dialog.getByText('To be imported: 0').waitFor();
    await dialog.getByText('2 files with a name that is taken').waitFor();
    await dialog.getByLabel('Save as the next revision').check();
    await dialog.getByLabel(/^Also import \d files? without a known language/).check();
    await dialog.getByText('billing/README.md').waitFor();
    await dialog.getByRole('button', { name: /^Import \d files$/ }).click();
    await scriptRow(page, 'monthly.py').getByText('revision 2').waitFor();
    await scriptRow(page, 'README.md').waitFor();
  });
});
