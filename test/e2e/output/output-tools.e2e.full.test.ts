import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { outcome, output, runCode, useInterface } from '../interface.ts';

const program = `import sys
for n in range(300): print(f"line {n}" + (" needle" if n % 100 == 7 else ""))
print("wide " * 100 + "the-end")
print("\\033[31mred needle\\033[0m", file=sys.stderr)
`;

describeInterface('the output panel', () => {
  const ui = useInterface();

  it('is searched, wrapped, timed, saved and cleared', async () => {
    const page = await ui.enter({ viewport: { width: 900, height: 700 } });
    await runCode(page, program);
    await outcome(page).getByText('Succeeded').waitFor();
    await checkSearch(page);

    expect(await scrollsSideways(page)).toBe(true);
    await tool(page, 'Wrap lines').click();
    await tool(page, 'Follow the output').click();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await output(page).getByText('the-end').waitFor();
    await tool(page, 'Show the time of each line').click();
    await output(page)
      .getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
      .first()
      .waitFor();
    expect(await page.evaluate(() => localStorage.getItem('strongroom.layout.output.wrap'))).toBe('on');

    const download = page.waitForEvent('download');
    await tool(page, 'Save output as a text file').click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(saved.split('\n').filter((line) => line.includes('needle'))).toHaveLength(4);
    expect(saved).toContain(`${'wide '.repeat(100)}the-end\n`);
    expect(saved).not.toContain('\u001b');

    await tool(page, 'Clear the shown output').click();
    await expect.poll(() => output(page).getByText('needle').count()).toBe(0);
    await expect.poll(() => tool(page, 'Copy output').isDisabled()).toBe(true);
  });
});

async function checkSearch(page: Page): Promise<void> {
  await output(page).focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('NEEDLE');
  const count = page.getByRole('search').getByRole('status');
  await count.getByText('4 hits').waitFor();
  await page.keyboard.press('Shift+Enter');
  await count.getByText(/of 4$/).waitFor();
  for (let hit = 0; hit < 4 && !(await count.innerText()).startsWith('1 of'); hit++) await page.keyboard.press('Enter');
  await output(page).getByText('line 7 ').waitFor();
  expect(await output(page).locator('mark').first().innerText()).toBe('needle');
  await page.keyboard.press('Escape');
  await page.getByRole('search').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Program output');
}

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Output tools' }).getByRole('button', { name });

const scrollsSideways = (page: Page) => output(page).evaluate((box) => box.scrollWidth > box.clientWidth);
