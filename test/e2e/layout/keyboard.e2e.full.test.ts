import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { outcome, output, password, useInterface } from '../interface.ts';
import { focusName, tab, tabTo, type } from '../keys.ts';

describeInterface('the keyboard alone', () => {
  const ui = useInterface();

  it('registers, runs, reads the history, makes a secret, changes the theme and locks', async () => {
    const page = await ui.open();
    await expect.poll(() => focusName(page)).toBe('E-mail');
    await type(page, 'keyboard@example.com');
    await tab(page);
    await type(page, password);
    await tab(page);
    await type(page, password);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('result.csv is shown below').waitFor();
    await outcome(page).getByText('Succeeded').waitFor();

    await page.keyboard.press('Escape');
    await tabTo(page, 'Show result.csv');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('gridcell', { name: '25', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusName(page)).toBe('Show result.csv');

    await tabTo(page, 'Options');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('list', { name: 'Earlier runs' }).waitFor();

    await page.keyboard.press('Alt+Shift+4');
    await page.getByRole('heading', { name: 'Secrets', level: 1 }).waitFor();
    await tabTo(page, 'New secret');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Name');
    await type(page, 'BY_KEYBOARD');
    await tab(page);
    await type(page, 'a long enough value');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'BY_KEYBOARD' }).waitFor();

    await page.keyboard.press('Control+k');
    await type(page, 'theme: dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await focusName(page)).toBe('Password');
  });

  it('imports a .env file, stores and runs vault code, makes a key and verifies the trail', async () => {
    const page = await ui.enter();
    await page.keyboard.press('Alt+Shift+4');
    await tabTo(page, 'Import .env');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Or paste its contents');
    await type(page, 'FIRST_TOKEN=a long enough value\nSECOND_TOKEN=another long value');
    await tabTo(page, 'Preview');
    await page.keyboard.press('Enter');
    await tabTo(page, 'SECOND_TOKEN');
    await page.keyboard.press('Space');
    await tabTo(page, 'Import 1 secret');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'FIRST_TOKEN' }).waitFor();
    expect(await page.getByRole('rowheader', { name: 'SECOND_TOKEN' }).count()).toBe(0);

    await page.keyboard.press('Alt+Shift+2');
    await tabTo(page, 'Master password');
    await type(page, 'the master password');
    await tab(page);
    await type(page, 'the master password');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await tabTo(page, 'Name');
    await type(page, 'by-keyboard');
    await tabTo(page, 'Vault code');
    await type(page, 'import sys; print("said", sys.argv[1])');
    await tabTo(page, 'Save encrypted', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Decrypt and run' }).waitFor();
    await page
      .locator('section:focus')
      .and(page.getByRole('region', { name: 'Script by-keyboard' }))
      .waitFor();
    await tabTo(page, 'Arguments');
    await type(page, 'hello');
    await tabTo(page, 'Decrypt and run', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await output(page).getByText('said hello').waitFor();

    await page.keyboard.press('Alt+Shift+7');
    await tabTo(page, 'New key');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name');
    await type(page, 'by keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'by keyboard' }).waitFor();

    await page.keyboard.press('Alt+Shift+6');
    await tabTo(page, 'Runs');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Verify');
    await page.keyboard.press('Enter');
    await page.getByText(/^(intact|unanchored)$/).waitFor();
  });

  it('always sees where it is', async () => {
    const page = await ui.enter();
    await page.keyboard.press('Escape');
    for (let presses = 0; presses < 40; presses++) {
      await tab(page);
      await expect.poll(() => isFocusVisible(page), { message: await focusName(page) }).toBe(true);
    }
  });
});

/** Returns true if the focus is visible: an outline, or the frame of the editor. */
function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null || element === document.body) return true;
    if (element.closest('.cm-focused')) return true;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
}
