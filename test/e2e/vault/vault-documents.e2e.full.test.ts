import { expect, it } from 'vitest';
import { login } from '../../../src-shared/contracts/accounts.contract.ts';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { asBearer, createApiClient } from '../../support/api-client.ts';
import { describeInterface } from '../browser.ts';
import { drop, goTo, type Interface, output, password, register, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { importField, masterPassword, openVault, scriptRow, vaultCode, writeVaultCode } from './vault-page.ts';

describeInterface('scripts of the vault as documents', () => {
  const ui = useInterface();

  it('keep an edit over another script and another screen, and ask before it is discarded', async () => {
    const { page } = await enterWith(ui, ['one.py', 'two.py']);
    await scriptRow(page, 'one.py').click();
    await writeVaultCode(page, 'print("edited one")');
    await scriptRow(page, 'two.py').click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('two.py');
    expect(await scriptRow(page, 'two.py').getByLabel('unsaved changes').count()).toBe(0);
    await goTo(page, 'Run');
    await goTo(page, 'Vault');
    await scriptRow(page, 'one.py').getByLabel('unsaved changes').waitFor({ state: 'attached' });
    await scriptRow(page, 'one.py').click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('edited one');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await scriptRow(page, 'one.py').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('edited one');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await vaultCode(page).innerText()).toContain('edited one');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('print("one.py")');
    await page.getByLabel('unsaved changes').waitFor({ state: 'detached' });
  });

  it('give each script run options of its own', async () => {
    const { page } = await enterWith(ui, ['first.py', 'second.py'], 'import sys; print(sys.argv[1:])');
    await scriptRow(page, 'first.py').click();
    await page.getByLabel('Arguments').fill('only for first');
    await scriptRow(page, 'second.py').click();
    expect(await page.getByLabel('Arguments').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('[]').waitFor();
    await scriptRow(page, 'first.py').click();
    expect(await page.getByLabel('Arguments').inputValue()).toBe('only for first');
  });

  it('say that a name is taken, or cannot be one, and ask before it becomes a revision', async () => {
    const { page } = await enterWith(ui, ['report.py']);
    await page.getByLabel('Name', { exact: true }).fill('.report');
    await page.getByText('The name must begin with a letter').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await page.getByText('report.py already exists. Choose another name, or open that script.').waitFor();
    await writeVaultCode(page, 'print("new")');
    await checkScreen(page, 'vault-taken');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await scriptRow(page, 'report.py').getByText('revision 1').waitFor();
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('button', { name: 'Save as revision 2' }).click();
    await scriptRow(page, 'report.py').getByText('revision 2').waitFor();
    await expect.poll(() => vaultCode(page).innerText()).toContain('print("new")');

    await drop(page, importField(page), [
      { name: 'report.py', text: 'print("imported")' },
      { name: 'other.py', text: 'print("other")' },
    ]);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Becomes revision 3 of report.py.').waitFor();
    await dialog.getByRole('button', { name: 'Import 1 file' }).click();
    await scriptRow(page, 'other.py').waitFor();
    await scriptRow(page, 'report.py').getByText('revision 2').waitFor();
  });

  it('are not overwritten when another window has saved a newer revision', async () => {
    ui.expectErrors(409, 412);
    const { page, email } = await enterWith(ui, ['shared.py']);
    await scriptRow(page, 'shared.py').click();
    await writeVaultCode(page, 'print("mine")');
    await saveElsewhere(ui, email, 'shared.py');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByText('Revision 2 of shared.py was saved in another window.').waitFor();
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    await page.getByRole('dialog').getByText('print("mine")').waitFor();
    await checkScreen(page, 'vault-conflict');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await scriptRow(page, 'shared.py').getByText('revision 3').waitFor();

    await writeVaultCode(page, 'print("mine again")');
    await saveElsewhere(ui, email, 'shared.py');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    await page.getByRole('button', { name: 'Take revision 4' }).click();
    await page.getByLabel('unsaved changes').waitFor({ state: 'detached' });
  });

  it('say that a script of a link does not exist', async () => {
    const { page } = await enterWith(ui, []);
    await page.evaluate(() => {
      location.hash = '#/vault/missing';
    });
    await page.getByText('The vault has no script named “missing”').waitFor();
    await checkScreen(page, 'vault-missing');
    await page.getByRole('button', { name: 'New script with this name' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('missing');
  });
});

/** Creates an account whose vault is unlocked and has these scripts. */
async function enterWith(ui: Interface, names: readonly string[], code?: string) {
  const page = await ui.open();
  const email = await register(page);
  await openVault(page);
  const files = names.map((name) => ({ name, text: code ?? `print("${name}")` }));
  if (files.length > 0) await drop(page, importField(page), files);
  for (const name of names) await scriptRow(page, name).waitFor();
  return { page, email };
}

/** Saves a script again, as another window of the account does. */
async function saveElsewhere(ui: Interface, email: string, name: string): Promise<void> {
  const { token } = await createApiClient(ui.url()).call(login, { body: { email, password } });
  const client = createApiClient(ui.url(), asBearer(token));
  const { encryptedPayload } = await client.call(encryptCode, { body: { masterPassword, code: 'print("theirs")' } });
  await client.call(storeCode, { params: { name }, body: { encryptedPayload, language: 'python' } });
}
