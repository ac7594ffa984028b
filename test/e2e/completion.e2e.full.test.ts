import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, goTo, makeSecret, useInterface, write } from './interface.ts';

describeInterface('completion', () => {
  const ui = useInterface();

  it('inserts a line with Enter, and the first entry with Tab', async () => {
    const page = await ui.enter();
    await write(page, 'measured = 1\n');
    await page.keyboard.type('meas');
    await entry(page, 'measured').waitFor();
    const { violations } = await new AxeBuilder({ page }).include('.cm-editor').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await textOf(page)).toBe('measured = 1\nmeas\n');
    await page.keyboard.type('meas');
    await acceptWith(page, 'Tab');
    await expect.poll(() => textOf(page)).toBe('measured = 1\nmeas\nmeasured');
    // Escape closes the list and then leaves the editor.
    await page.keyboard.type('\nmeas');
    await entry(page, 'measured').waitFor();
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(false);
  });

  it('completes the names of secrets that the window has seen', async () => {
    const page = await ui.enter();
    await makeSecret(page, 'API_TOKEN');
    await goTo(page, 'Run');
    await write(page, 'import os\n');
    await page.keyboard.type('os.environ["AP');
    await entry(page, 'API_TOKEN').waitFor();
    await acceptWith(page, 'ArrowDown', 'Enter');
    await expect.poll(() => textOf(page)).toBe('import os\nos.environ["API_TOKEN"]');
  });
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Completions' });
const entry = (page: Page, name: string) => list(page).getByRole('option', { name }).first();

/** The list ignores keys at first, so that a fast typist does not accept what was not seen. */
async function acceptWith(page: Page, ...keys: string[]): Promise<void> {
  await list(page).waitFor();
  await list(page).evaluate(
    () => new Promise<void>((seen) => setTimeout(() => requestAnimationFrame(() => seen()), 100)),
  );
  for (const key of keys) await page.keyboard.press(key);
}

function textOf(page: Page): Promise<string> {
  return editor(page).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}
