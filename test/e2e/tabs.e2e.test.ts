import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, outcome, output, register, runCode, signInAgain, useInterface, write } from './interface.ts';
import { masterPassword, vaultCode } from './vault/vault-page.ts';

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab');
const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab', { name });
const shownTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab', { selected: true });

describeInterface('the tabs', () => {
  const ui = useInterface();

  it('run several programs at once, keep them over a reload, and ask before code is lost', async () => {
    const page = await ui.open();
    const email = await register(page);
    await write(page, '# First\nprint(input("name? "))\n');
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('name?').waitFor();
    await page.keyboard.press('Alt+n');
    await write(page, '# Second\nprint("two")\n');
    await page.keyboard.press('Control+Enter');
    await outcome(page).getByText('Succeeded').waitFor();
    expect(await tabs(page).allTextContents()).toEqual(['running: First', 'Second']);

    // The output of each is its own, and keyboard alone moves between them.
    await page.keyboard.press('Alt+1');
    await page.getByLabel('Line for the program').fill('Ada');
    await page.keyboard.press('Enter');
    await outcome(page).getByText('Succeeded').waitFor();
    expect(await output(page).innerText()).toContain('Ada');
    await shownTab(page).focus();
    await page.keyboard.press('ArrowRight');
    await output(page).getByText('two').waitFor();
    expect([await shownTab(page).innerText(), await output(page).innerText()]).toEqual(['Second', 'two']);

    // The editor of a tab that was not shown still undoes, and redoes.
    await page.keyboard.press('Alt+1');
    await editor(page).focus();
    await page.keyboard.press('Control+z');
    await editor(page).getByText('This runs in a container of its own').waitFor();
    await page.keyboard.press('Control+y');
    await editor(page).getByText('# First').waitFor();
    await page.keyboard.press('Alt+2');

    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await signInAgain(page, email);
    await tab(page, 'Second').waitFor();
    expect([await tabs(page).allInnerTexts(), await shownTab(page).innerText()]).toEqual([
      ['First', 'Second'],
      'Second',
    ]);

    await page.keyboard.press('Alt+w');
    await page.getByRole('dialog', { name: 'Close Second?' }).getByRole('button', { name: 'Cancel' }).click();
    await shownTab(page).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Close and delete' }).click();
    await editor(page).getByText('# First').waitFor();
    expect(await tabs(page).allInnerTexts()).toEqual(['First']);
  });

  it('hold scripts of the vault beside other code', async () => {
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
