import type { Page } from 'playwright';
import { goTo } from '../interface.ts';

export const masterPassword = 'the master password';

/** Chooses the master password of an empty vault. */
export async function openVault(page: Page): Promise<void> {
  await goTo(page, 'Vault');
  await page.getByLabel('Master password').fill(masterPassword);
  await page.getByLabel('Repeat it').fill(masterPassword);
  await page.getByRole('button', { name: 'Set master password' }).click();
  await page.getByLabel('Name', { exact: true }).waitFor();
}

/** The row of a stored script. */
export const scriptRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Stored scripts' }).getByRole('treeitem', { name: new RegExp(`^${name}`) });

export const vaultCode = (page: Page) => page.getByRole('textbox', { name: 'Vault code' });

/** Replaces the code in the editor of the vault. */
export async function writeVaultCode(page: Page, code: string): Promise<void> {
  await vaultCode(page).focus();
  await page.keyboard.press('Control+a');
  await vaultCode(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, code);
}

/** The element that accepts files for the vault. */
export const importField = (page: Page) =>
  page.getByRole('region', { name: 'Stored scripts' }).getByText('or drop them here');
