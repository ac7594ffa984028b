import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, useInterface, write } from './interface.ts';

describeInterface('syntax errors in the editor', () => {
  const ui = useInterface();

  it('are marked after a pause, reached with F8, and disappear when the code is right', async () => {
    const page = await ui.enter();
    await write(page, 'def total(rows)\n    return sum(rows)\n\n\nx = 1\nprint(total([1, 2))\n');
    expect(await marks(page)).toBe(0);
    await page.getByRole('button', { name: '2 syntax errors' }).waitFor();
    expect([await marks(page), await gutter(page).count()]).toEqual([2, 2]);
    await page.keyboard.press('F8');
    await page.getByText('Ln 1, Col 15').waitFor();
    await tooltip(page).getByText('Expected “:”, found newline').waitFor();
    await expectNoFaults(page);
    await page.keyboard.press('F8');
    await page.getByText('Ln 6').waitFor();
    await page.keyboard.press('Shift+F8');
    await page.getByText('Ln 1, Col 15').waitFor();
    await page.keyboard.press('Escape');
    await tooltip(page).waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.keyboard.type(':');
    await page.getByRole('button', { name: '1 syntax error' }).click();
    await page.getByText('Ln 6').waitFor();
    await page.keyboard.press('Control+End');
    await write(page, 'def total(rows):\n    return sum(rows)\n');
    await page.getByRole('button', { name: /syntax error/ }).waitFor({ state: 'detached' });
    expect(await gutter(page).count()).toBe(0);
  });

  it('are those of the chosen language', async () => {
    const page = await ui.enter();
    await page.getByLabel('Language').selectOption('typescript');
    await write(page, 'const isName = (a: unknown): a is string => true;\nconst b: = 2;\n');
    await page.getByRole('button', { name: '1 syntax error' }).waitFor();
    await gutter(page).hover();
    await tooltip(page).getByText('Unexpected token').waitFor();
    await page.getByLabel('Language').selectOption('bash');
    await page.getByRole('button', { name: /syntax error/ }).waitFor({ state: 'detached' });
    await page.getByLabel('Language').selectOption('javascript');
    // The annotation of a type is no JavaScript.
    await page.getByRole('button', { name: /syntax error/ }).waitFor();
  });
});

const marks = (page: Page) => page.locator('.cm-lintRange-error').count();
const gutter = (page: Page) => page.locator('.cm-lint-marker-error');
const tooltip = (page: Page) => page.locator('.cm-tooltip .cm-diagnostic');

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('.cm-editor').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(true);
}
