import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { editor, goTo, output, runCode, signInAgain, useInterface } from '../interface.ts';

describeInterface('the parts of a screen', () => {
  const ui = useInterface();

  it('are resized by keys and by pointer, and stay so after a reload', async () => {
    const page = await ui.enter();
    const line = page.getByRole('separator', { name: 'Height of the code' });
    const side = page.getByRole('separator', { name: 'Width of the options' });
    const options = page.getByRole('complementary', { name: 'Run options and history' });
    expect(await positionOf(line)).toBe(55);
    await line.focus();
    await page.keyboard.press('ArrowDown');
    expect(await positionOf(line)).toBe(60);
    await page.keyboard.press('End');
    expect(await positionOf(line)).toBe(80);
    await page.keyboard.press('Home');
    expect(await positionOf(line)).toBe(20);
    const before = await heightOf(editor(page).locator('xpath=../..'));
    await drag(page, line, [0, 120]);
    expect(await heightOf(editor(page).locator('xpath=../..'))).toBeCloseTo(before + 120, -1);

    await drag(page, side, [-80, 0]);
    expect((await options.boundingBox())?.width).toBeCloseTo(380, -1);
    const stored = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('layout')));
    expect(Object.fromEntries(stored)).toMatchObject({ 'strongroom.layout.run.options.width': '380' });
    const share = await positionOf(line);
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await signInAgain(page);
    await editor(page).waitFor();
    expect(await positionOf(line)).toBe(share);
    expect((await options.boundingBox())?.width).toBeCloseTo(380, -1);
    await side.dblclick();
    expect(await positionOf(side)).toBe(300);
    await line.focus();
    await page.keyboard.press('Enter');
    expect(await positionOf(line)).toBe(55);
  });

  it('close and open by their keys, which are remembered, and keep the focus on the screen', async () => {
    const page = await ui.enter();
    const options = page.getByRole('complementary', { name: 'Run options and history' });
    await page.getByLabel('Arguments').focus();
    await page.keyboard.press('Control+Shift+B');
    await options.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Show options/);
    await goTo(page, 'Secrets');
    await goTo(page, 'Run');
    await editor(page).waitFor();
    expect(await options.isVisible()).toBe(false);
    await page.keyboard.press('Control+Shift+B');
    await options.waitFor();
    await goTo(page, 'Vault');
    const list = page.getByRole('region', { name: 'Stored scripts' });
    await list.waitFor();
    await page.keyboard.press('Control+b');
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Show stored scripts/ }).click();
    await list.waitFor();
  });

  it('stand one at a time in a narrow window, which shows the output of a run that starts', async () => {
    const page = await ui.enter();
    await runCode(page, 'print("first")');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('# typed');
    await page.setViewportSize({ width: 700, height: 600 });
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    expect(await output(page).isVisible()).toBe(false);
    expect(await page.getByRole('separator').count()).toBe(0);
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByLabel('Arguments').waitFor();
    expect(await editor(page).isVisible()).toBe(false);
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('first').waitFor();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    // The editor of the wide window is reused, so it can still undo.
    await editor(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => editor(page).innerText()).not.toContain('# typed');
    await page.setViewportSize({ width: 1280, height: 800 });
    await output(page).getByText('first').waitFor();
  });
});

const positionOf = async (separator: Locator) => Number(await separator.getAttribute('aria-valuenow'));
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;

async function drag(page: Page, separator: Locator, [x, y]: [number, number]): Promise<void> {
  const box = await separator.boundingBox();
  if (box === null) throw new Error('The splitter is not on the screen.');
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + x / 2, fromY + y / 2);
  await page.mouse.move(fromX + x, fromY + y);
  await page.mouse.up();
}
