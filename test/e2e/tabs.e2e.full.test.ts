import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, output, runCode, useInterface } from './interface.ts';
import { measureScreen } from './layout/check-screen.ts';
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

  it('that are wider than the window can be reached by keys and with the wheel', async () => {
    const page = await ui.enter();
    for (let count = 2; count <= 16; count += 1) {
      await page.keyboard.press('Alt+n');
      await expect.poll(() => tabs(page).count()).toBe(count);
    }
    await measureScreen(page, 'run-many-tabs');
    await page.setViewportSize({ width: 2560, height: 800 });
    await page.setViewportSize({ width: 900, height: 800 });
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const end = await page
      .getByRole('button', { name: /^New scratch/ })
      .evaluate((element) => element.getBoundingClientRect().left);
    // The shown tab stays in view.
    await expect.poll(() => tabs(page).last().evaluate(rightOf)).toBeLessThanOrEqual(end);
    const strip = page.getByRole('tablist', { name: 'Open documents' });
    await tabs(page).last().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBe(0);
    await strip.hover();
    await page.mouse.wheel(0, 200);
    await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });
});
