import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { output, runCode, useInterface } from '../interface.ts';
import { findLayoutFaults } from '../layout/find-layout-faults.ts';

const program = `import sys
print("start " + "wide " * 100 + "the-end")
print("short")
print("error " * 100 + "its-end", file=sys.stderr)
`;

describeInterface('lines that are wider than the output', () => {
  const ui = useInterface();

  it('can be read to their end, at each width of the window', async () => {
    const page = await ui.enter();
    await runCode(page, program);
    await output(page).getByText('the-end').waitFor();
    for (const width of [1280, 900, 375]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 800) await page.getByRole('button', { name: 'Output', exact: true }).first().click();
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);
      expect(await isReadToEnd(page, 'the-end')).toBe(true);
      expect(await isReadToEnd(page, 'its-end')).toBe(true);
    }
  });
});

/** Scrolls the output to its right end; returns true if the end of the line with this text is then visible. */
function isReadToEnd(page: Page, text: string): Promise<boolean> {
  return output(page).evaluate((box, end) => {
    box.scrollLeft = box.scrollWidth;
    const line = [...box.querySelectorAll('[dir=ltr]')].find((one) => one.textContent?.includes(end));
    if (line === undefined) return false;
    const range = document.createRange();
    range.selectNodeContents(line);
    const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
    const boxRight = box.getBoundingClientRect().right;
    return right <= boxRight + 1;
  }, text);
}
