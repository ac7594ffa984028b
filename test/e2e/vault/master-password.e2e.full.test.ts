/** Changing the master password: with progress, whole or not at all, in every window of the browser. */
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, goTo, register, signInAgain, useInterface } from '../interface.ts';
import { importField, masterPassword, openVault, scriptRow, vaultCode, writeVaultCode } from './vault-page.ts';

const nextPassword = 'the next master password';

describeInterface('a change of the master password', () => {
  const ui = useInterface();

  it('encrypts all scripts again, and closes the vault in other windows', async () => {
    const page = await ui.open();
    const email = await register(page);
    await openVault(page);
    await drop(page, importField(page), [
      { name: 'one.py', text: 'print("one")\n' },
      { name: 'two.py', text: 'print("two")\n' },
    ]);
    await scriptRow(page, 'two.py').waitFor();

    const other = await page.context().newPage();
    await other.goto(ui.url());
    await signInAgain(other, email);
    await goTo(other, 'Vault');
    await other.getByLabel('Master password').fill(masterPassword);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await scriptRow(other, 'one.py').waitFor();

    await page.getByRole('button', { name: 'Change the vault’s password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the master password' });
    await dialog.getByLabel('Current master password').fill('not the password');
    await dialog.getByLabel('New master password').fill(nextPassword);
    await dialog.getByLabel('Repeat it').fill(nextPassword);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('This is not the master password that the vault is open with.').waitFor();
    await dialog.getByLabel('Current master password').fill(masterPassword);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The master password is changed. 2 scripts are encrypted with it.').first().waitFor();

    await other.getByRole('heading', { name: 'Open the vault' }).waitFor();
    await other.getByLabel('Master password').fill(masterPassword);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.getByText('This master password does not decrypt').waitFor();
    await other.getByLabel('Master password').fill(nextPassword);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.getByRole('heading', { name: 'Open the vault' }).waitFor({ state: 'detached' });
    await scriptRow(other, 'one.py').click();
    await expect.poll(() => vaultCode(other).innerText()).toContain('print("one")');
  });

  it('waits for unsaved scripts, and changes nothing without them', async () => {
    const page = await ui.enter();
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('one.py');
    await writeVaultCode(page, 'print(1)\n');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await scriptRow(page, 'one.py').waitFor();
    await writeVaultCode(page, 'print(2)\n');
    await page.getByText('Draft saved').first().waitFor();
    await page.getByRole('button', { name: 'Change the vault’s password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the master password' });
    await dialog.getByLabel('Current master password').fill(masterPassword);
    await dialog.getByLabel('New master password').fill(nextPassword);
    await dialog.getByLabel('Repeat it').fill(nextPassword);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('1 script has unsaved changes. Save or discard them first.').waitFor();
  });
});
