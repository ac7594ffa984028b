import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, output, runCode, useInterface } from './interface.ts';
import { masterPassword, vaultCode } from './vault/vault-page.ts';

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab');
const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab', { name });

describeInterface('the tabs', () => {
  const ui = useInterface();

  it('hold scripts of the vault next to other code', async () => {
    const page = await ui.enter();
    await page.getByLabel('Arguments').fill('one');
    await runCode(page, 'print("stored")\n');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save to vault' });
    await dialog.getByLabel('Master password').fill(masterPassword);
    await dialog.getByLabel('Repeat it').fill(masterPassword);
    await dialog.getByRole('button', { name: 'Set master password' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('billing/report.py');
    await page.keyboard.press('Enter');
    // The scratch becomes the script, with its options and its output.
    await tab(page, 'billing/report.py').waitFor();
    await vaultCode(page).waitFor();
    expect(await tabs(page).allInnerTexts()).toEqual(['scratch 1', 'billing/report.py']);
    expect(await page.getByLabel('Arguments').inputValue()).toBe('one');
    await output(page).getByText('stored').waitFor();
    await tab(page, 'scratch 1').click();
    await editor(page).waitFor();
    expect(await page.getByLabel('Arguments').inputValue()).toBe('');
    await tab(page, 'billing/report.py').click();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('stored').waitFor();
    await page.keyboard.press('Alt+w');
    await editor(page).waitFor();
    expect(await tabs(page).allInnerTexts()).toEqual(['scratch 1']);
  });
});
