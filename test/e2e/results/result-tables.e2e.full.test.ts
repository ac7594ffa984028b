import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { runCode, useInterface } from '../interface.ts';
import { choose, results, showResults } from './results-page.ts';

describeInterface('a table that a run left', () => {
  const ui = useInterface();

  it('is sorted, filtered and copied by keyboard, with the types of its columns', async () => {
    const page = await ui.enter({ permissions: ['clipboard-read', 'clipboard-write'] });
    await showResults(page, writeTables);
    const grid = results(page).getByRole('grid', { name: 'Table cities.csv' });
    await grid.getByRole('columnheader', { name: 'people number' }).waitFor();
    await grid.getByRole('columnheader', { name: 'founded date' }).waitFor();
    await grid.getByRole('gridcell', { name: 'City 0', exact: true }).waitFor();
    expect(await grid.getAttribute('aria-rowcount')).toBe('5001');

    await grid.focus();
    for (const key of ['ArrowUp', 'ArrowRight', 'Enter', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => activeText(page)).toContain('people');
    await expect
      .poll(() => grid.getByRole('columnheader', { name: /^people/ }).getAttribute('aria-sort'))
      .toBe('descending');
    await expect.poll(() => grid.getByRole('gridcell').nth(1).innerText()).toBe('9998');
    expect(await grid.getByRole('rowheader').first().innerText()).toBe('5000');

    for (const key of ['ArrowDown', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c'])
      await page.keyboard.press(key);
    await page.getByText('Copied 2 × 2 cells.').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('City 4999\t9998\nCity 4998\t9996');

    await page.getByRole('searchbox', { name: 'Filter rows' }).fill('city 123');
    await results(page).getByText('11 of 5,000 rows, 3 columns').waitFor();
  });

  it('opens in one step: its code is loaded before, and its first rows come with it', async () => {
    const page = await ui.enter();
    const loaded = page.waitForResponse(/\/assets\/data-table-[\w-]+\.js$/);
    await runCode(page, writeTables);
    const show = page.getByRole('button', { name: 'Show cities.csv' });
    await show.waitFor();
    await loaded;
    await watchOpening(page);
    await show.click();
    const grid = page.getByRole('grid', { name: 'Table cities.csv' });
    await grid.getByRole('gridcell', { name: 'City 0', exact: true }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'seenWhileOpening'))).toEqual({
      viewPlaceholder: false,
      emptyCell: false,
    });
  });

  it('can be JSON lines, an array of objects, tab-separated or in another encoding', async () => {
    const page = await ui.enter();
    await showResults(page, writeFormats);
    for (const [name, cell] of [
      ['array.json', '["x"]'],
      ['lines.jsonl', 'second'],
      ['latin.csv', 'Ünal'],
      ['tabs.tsv', 'a,b'],
    ] as const) {
      await choose(page, name);
      await results(page).getByRole('gridcell', { name: cell, exact: true }).waitFor();
    }
    await choose(page, 'latin.csv');
    await results(page).getByText('The file is not UTF-8.').waitFor();
    await choose(page, 'broken.json');
    await results(page).getByRole('region', { name: 'Text of broken.json' }).getByText('[{"a": 1}, ').waitFor();
    await choose(page, 'empty.csv');
    await results(page).getByText('The file has no rows.').waitFor();
  });
});

/** Records in the page whether a placeholder of the view or a cell without text was shown. */
async function watchOpening(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { viewPlaceholder: false, emptyCell: false };
    new MutationObserver(() => {
      const statuses = [...document.querySelectorAll('[role=status]')];
      seen.viewPlaceholder ||= statuses.some(({ textContent }) => textContent === 'Loading the view');
      seen.emptyCell ||= [...document.querySelectorAll('[role=gridcell]')].some(
        ({ textContent }) => textContent === '',
      );
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seenWhileOpening: seen });
  });
}

/** Returns the text of the cell that the grid names as active. */
async function activeText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent;
  });
}

const writeTables = `
with open("cities.csv", "w") as file:
    file.write("name,people,founded\\n")
    for n in range(5000):
        file.write(f"City {n},{n * 2},19{n % 90 + 10}-01-02\\n")
`;

const writeFormats = `
open("array.json", "w").write('[{"a": 1, "b": ["x"]}, {"a": 2}]')
open("lines.jsonl", "w").write('{"a": "first"}\\n{"a": "second"}\\n')
open("latin.csv", "wb").write("name\\nÜnal\\n".encode("latin-1"))
open("tabs.tsv", "w").write("one\\ttwo\\na,b\\tc\\n")
open("broken.json", "w").write('[{"a": 1}, ')
open("empty.csv", "w").write("")
`;
