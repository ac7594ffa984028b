import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, goTo, useInterface, write } from '../interface.ts';
import { importField, masterPassword, openVault, scriptRow, vaultCode, writeVaultCode } from './vault-page.ts';

describeInterface('the tree of the vault', () => {
  const ui = useInterface();

  it('saves with Ctrl+S, finds with Enter and arrows, and renames with F2 into a folder', {
    timeout: 120_000,
  }, async () => {
    const page = await ui.enter();
    await write(page, 'echo first');
    await page.getByRole('button', { name: 'Save to vault' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByLabel('Master password').fill(masterPassword);
    await page.getByLabel('Repeat it').fill(masterPassword);
    await page.getByRole('button', { name: 'Set master password' }).click();
    await page.getByLabel('Name').fill('jobs/nightly.sh');
    await page.getByText('Saved as Bash, by the end of the name.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('jobs/nightly.sh is saved, encrypted.').first().waitFor();
    // The scratch became the script.
    await expect.poll(() => vaultCode(page).innerText()).toContain('echo first');

    await page.getByRole('button', { name: 'New script' }).click();
    await page.getByLabel('Name', { exact: true }).fill('jobs/weekly.rb');
    await expect.poll(() => page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('ruby');
    await writeVaultCode(page, 'puts 1');
    await page.keyboard.press('Control+s');
    await scriptRow(page, 'weekly.rb')
      .getByText(/Ruby · revision 1/)
      .waitFor();

    const search = page.getByRole('searchbox', { name: 'Search the vault' });
    await search.fill('night');
    await search.press('Enter');
    await expect.poll(() => vaultCode(page).innerText()).toContain('echo first');
    await search.fill('');
    await search.press('ArrowDown');
    await expect.poll(() => activeRow(page)).toContain('jobs');
    await page.keyboard.press('ArrowLeft');
    await scriptRow(page, 'nightly.sh').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('w');
    await expect.poll(() => activeRow(page)).toContain('weekly.rb');

    await page.keyboard.press('F2');
    const name = page.getByLabel('New name');
    await name.fill('jobs/nightly.sh');
    await page.getByText('There is already a script named jobs/nightly.sh.').waitFor();
    await name.fill('archive/2026/weekly.rb');
    await name.press('Enter');
    await page.getByText('jobs/weekly.rb is now archive/2026/weekly.rb.').first().waitFor();
    await page.getByRole('treeitem', { name: '2026' }).waitFor();

    await goTo(page, 'Run');
    await page.keyboard.press('Control+p');
    await page.getByPlaceholder(/^Name of a script/).fill('wkly');
    await page.getByRole('option', { name: 'archive/2026/weekly.rb' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => vaultCode(page).innerText()).toContain('puts 1');

    await page.keyboard.press('Control+Shift+F');
    await page.getByText('2 of 2 scripts are searched.').waitFor();
    await page.getByPlaceholder(/^Name of a script/).fill('#ECHO f');
    await page.getByRole('option', { name: '1: echo first' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => vaultCode(page).innerText()).toContain('echo first');
  });

  it('takes unsaved changes to the new name, and says why a script is not saved', { timeout: 120_000 }, async () => {
    const page = await ui.enter();
    await openVault(page);
    await page.keyboard.press('Control+s');
    await page.getByText('Enter a name first.').first().waitFor();
    await drop(page, importField(page), [{ name: 'plan.py', text: 'print(1)\n' }]);
    await scriptRow(page, 'plan.py').click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('print(1)');
    await page.keyboard.press('Control+s');
    await page.getByText('plan.py has no unsaved changes.').first().waitFor();
    await writeVaultCode(page, 'print("changed")');
    await page.keyboard.press('F2');
    await page.getByLabel('New name').fill('old/plan.py');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('region', { name: 'Script old/plan.py' }).waitFor();
    await scriptRow(page, 'plan.py').getByLabel('unsaved changes').waitFor({ state: 'attached' });
    expect(await vaultCode(page).innerText()).toContain('changed');
    await page.keyboard.press('Control+s');
    await scriptRow(page, 'plan.py').getByText('revision 2').waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('old/plan copy.py');
    await expect.poll(() => vaultCode(page).innerText()).toContain('changed');
  });
});

/** The text of the row that the keys act on. */
async function activeRow(page: Page): Promise<string> {
  return page.getByRole('tree', { name: 'Scripts' }).evaluate((tree) => {
    const id = tree.getAttribute('aria-activedescendant');
    return (id && document.getElementById(id)?.textContent) || '';
  });
}
