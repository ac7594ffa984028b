import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, outcome, output, register, signInAgain, useInterface, write } from './interface.ts';

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
});
