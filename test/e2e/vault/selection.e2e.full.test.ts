import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { importField, openVault, scriptRow, vaultCode, writeVaultCode } from './vault-page.ts';

const names = ['a.py', 'b.py', 'c.py', 'd.py', 'e.py'];

describeInterface('several scripts of the vault', () => {
  const ui = useInterface();

  it('are selected, moved, deleted and brought back with keys alone', { timeout: 300_000 }, async () => {
    const page = await ui.enter();
    await openVault(page);
    await drop(
      page,
      importField(page),
      names.map((name) => ({ name, text: `print("${name}")` })),
    );
    await scriptRow(page, 'b.py').click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('b.py');
    await page.getByLabel('Description').fill('the second one');
    await page.keyboard.press('Control+s');
    await scriptRow(page, 'b.py').getByText('revision 2').waitFor();
    await writeVaultCode(page, 'print("not saved")');

    const tree = page.getByRole('tree', { name: 'Scripts' });
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await selected(page)).toEqual(['a.py', 'b.py', 'c.py']);
    await page.keyboard.press('Shift+ArrowUp');
    expect(await selected(page)).toEqual(['a.py', 'b.py']);
    await scriptRow(page, 'd.py').click({ modifiers: ['ControlOrMeta'] });
    expect(await selected(page)).toEqual(['a.py', 'b.py', 'd.py']);
    await page.getByRole('status').getByText('3 selected').waitFor({ state: 'attached' });
    await checkScreen(page, 'vault-selection');

    await page.getByRole('button', { name: 'Move to folder' }).press('Enter');
    await page.getByRole('combobox', { name: 'Folder' }).fill('e.py');
    await checkScreen(page, 'vault-move');
    await page.getByRole('combobox', { name: 'Folder' }).fill('jobs/2026');
    await page.keyboard.press('Enter');
    await page.getByText('3 scripts were moved.').first().waitFor();
    await page.getByRole('region', { name: 'Script jobs/2026/b.py' }).waitFor();

    await tree.focus();
    await page.keyboard.press('Control+a');
    expect((await selected(page)).filter((name) => name.endsWith('.py'))).toEqual(names.toSorted(byFolder));
    await page.keyboard.press('Escape');
    expect(await selected(page)).toEqual([]);
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.getByText('3 scripts deleted.').first().waitFor();
    await scriptRow(page, 'a.py').waitFor({ state: 'detached' });
    await tree.focus();
    await page.keyboard.press('Control+z');
    await page.getByText('3 scripts are back.').first().waitFor();
    await scriptRow(page, 'b.py')
      .getByText(/the second one · Python · revision 3/)
      .waitFor();
    await scriptRow(page, 'b.py').click();
    await expect.poll(() => vaultCode(page).innerText()).toContain('not saved');

    await page.getByLabel('Arguments').fill('--fast');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await scriptRow(page, 'b.py').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('region', { name: 'Script jobs/2026/b.py' }).waitFor();
    await expect.poll(() => vaultCode(page).innerText()).toContain('not saved');
    await expect.poll(() => page.getByLabel('Arguments').inputValue()).toBe('--fast');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await checkScreen(page, 'vault-undo', { asItIs: true });
  });
});

const byFolder = (one: string, other: string) =>
  Number('ce'.includes(one[0] ?? '')) - Number('ce'.includes(other[0] ?? ''));

/** The first words of the rows that are selected. */
const selected = (page: Page) =>
  page
    .getByRole('tree', { name: 'Scripts' })
    .locator('[role=treeitem][aria-selected=true]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[data-whole-on-focus]')?.textContent ?? ''));
