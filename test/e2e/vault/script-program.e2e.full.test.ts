/** The program of a stored script among the files of its runs: another file takes its place, and back. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { describeInterface } from '../browser.ts';
import { goTo, output, register, signInAgain, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { masterPassword, openVault, scriptRow, vaultCode, writeVaultCode } from './vault-page.ts';

const project = {
  'src/app.py': 'from lib.total import total\nprint("total", total(open("orders.csv")))\n',
  'src/lib/total.py': 'def total(file):\n    return sum(int(line) for line in file)\n',
  'orders.csv': '40\n2\n',
};

describeInterface('a project of a stored script', () => {
  const ui = useInterface();
  const { dataDir } = temporaryDataDir();

  it('has another of its files as its program, which is saved with it', async () => {
    for (const [path, text] of Object.entries(project)) {
      mkdirSync(dirname(join(dataDir, 'orders', path)), { recursive: true });
      writeFileSync(join(dataDir, 'orders', path), text);
    }
    const page = await ui.open();
    const email = await register(page);
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await writeVaultCode(page, 'print("the first program")\n');
    await page.keyboard.press('Control+s');
    await scriptRow(page, 'report.py').waitFor();

    await page.getByLabel('Folder for the program').setInputFiles(join(dataDir, 'orders'));
    const dialog = page.getByRole('dialog', { name: 'Add the folder orders' });
    await dialog.getByLabel(/In a folder/).uncheck();
    await dialog.getByRole('button', { name: 'Add 3 files' }).click();
    const program = page.getByLabel('Program', { exact: true });
    await program.selectOption('src/app.py');
    const saved = 'report.py is saved with the other program, encrypted.';
    await page.getByText(saved, { exact: true }).waitFor();
    await page.getByText('The script runs at src/app.py.').waitFor();
    await expect.poll(() => vaultCode(page).innerText()).toContain('from lib.total import total');
    await checkScreen(page, 'vault-program');
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('total 42').waitFor();

    await page.reload();
    await signInAgain(page, email);
    await goTo(page, 'Vault');
    await page.getByLabel('Master password').fill(masterPassword);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await scriptRow(page, 'report.py').click();
    await page.getByText('The script runs at src/app.py.').waitFor();
    await expect.poll(() => vaultCode(page).innerText()).toContain('from lib.total import total');
    // The program before it became one of the files, at the path at which it ran.
    await program.selectOption('main.py');
    await page.getByText('The script runs at').waitFor({ state: 'detached' });
    await page.getByText(saved, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('the first program').waitFor();
    await page.getByRole('list', { name: 'Files for the program' }).getByText('app.py').waitFor();
  });
});
