import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, useInterface, write } from './interface.ts';

describeInterface('the editor', () => {
  const ui = useInterface();

  it('finds, counts and replaces with the keyboard, and returns the focus to the code', async () => {
    const page = await ui.enter();
    await write(page, 'total = 1\nprint(total, Total)\nsubtotal = 2\n');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('total');
    await count(page, '4 matches');
    await page.keyboard.press('Enter');
    await count(page, '1 of 4');
    await page.keyboard.press('Shift+F3');
    await count(page, '4 of 4');
    await page.keyboard.press('Alt+c');
    await page.keyboard.press('Alt+w');
    await count(page, '2 matches');
    expect(await page.getByRole('button', { name: /^Whole words/ }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Show replace' }).click();
    await page.getByRole('textbox', { name: 'Replace with' }).fill('sum');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await count(page, 'No matches');
    await page.getByRole('textbox', { name: 'Find', exact: true }).press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# ');
    expect(await textOf(page)).toBe('# sum = 1\nprint(sum, Total)\nsubtotal = 2\n');
  });

  it('replaces one match after the other with groups, and refuses an expression that is wrong or never ends', async () => {
    const page = await ui.enter();
    await write(page, `a=1\nb=2\n# ${'x'.repeat(60)}`);
    await page.keyboard.press('Control+Alt+f');
    await page.keyboard.press('Alt+r');
    await page.keyboard.type('(\\w)=(\\d');
    await count(page, 'Not a valid expression');
    await page.keyboard.type(')');
    await count(page, '2 matches');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('$2=$1');
    await page.getByRole('textbox', { name: 'Replace with' }).press('Enter');
    await count(page, '1 of 2');
    await page.keyboard.press('Enter');
    await count(page, '1 of 1');
    expect(await textOf(page)).toContain('1=a\nb=2\n');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('(x+x+)+y');
    await count(page, 'Takes too long: use a simpler expression');
    expect(await textOf(page)).toContain('1=a\nb=2\n');
    const { violations } = await new AxeBuilder({ page }).include('.cm-editor').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('edits with several cursors, folds, comments, selects a line by its number and shows the position', async () => {
    const page = await ui.enter();
    await write(page, 'def one():\n  x = 1\n  return x\n\nx = 5\n');
    await page.getByText('Spaces: 2').waitFor();
    await page.keyboard.press('Control+g');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2:3');
    await page.keyboard.press('Enter');
    await page.getByText('Ln 2, Col 4').waitFor();
    await page.keyboard.press('Home');
    for (let times = 0; times < 3; times++) await page.keyboard.press('Control+d');
    await page.getByText('3 cursors, 3 selected').waitFor();
    await page.keyboard.type('name');
    expect(await textOf(page)).toBe('def one():\n  name = 1\n  return name\n\nname = 5\n');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+/');
    expect(await textOf(page)).toMatch(/^# def one/);
    await page.keyboard.press('Control+/');
    await page.keyboard.press('Control+Shift+BracketLeft');
    await editor(page).getByText('…', { exact: true }).waitFor();
    await page.keyboard.press('Control+Shift+BracketRight');
    await editor(page).getByText('…', { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+z');
    expect(await page.getByRole('button', { name: 'Wrap', exact: true }).getAttribute('aria-pressed')).toBe('true');
  });
});

const bar = (page: Page) => page.getByRole('search', { name: 'Find in the code' });

const count = (page: Page, text: string) => bar(page).getByRole('status').getByText(text, { exact: true }).waitFor();

/** Returns the text of a short document, which is shown whole. */
function textOf(page: Page): Promise<string> {
  return editor(page).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}
