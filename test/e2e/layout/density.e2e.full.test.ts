import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, outcome, output, runCode, useInterface, write } from '../interface.ts';
import { openVault, vaultCode, writeVaultCode } from '../vault/vault-page.ts';

describeInterface('the space of a window of 1280 x 800', () => {
  const ui = useInterface();

  it('shows the code: with output 14 lines or more, without it 22 or more', { timeout: 240_000 }, async () => {
    const page = await ui.enter();
    const program = Array.from({ length: 60 }, (_, line) => `print(${line})`).join('\n');
    await runCode(page, program);
    await outcome(page).getByText('Succeeded').waitFor();
    await expectLines(page);
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await page.getByLabel('Description').fill('A description that is longer than the field which shows it here');
    await writeVaultCode(page, program);
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await outcome(page).getByText('Succeeded').waitFor();
    // The longest row of buttons: with unsaved changes.
    await vaultCode(page).focus();
    await page.keyboard.type('#');
    await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    expect(await rowsOf(page, ['Save encrypted', 'Decrypt and run', 'Delete', 'Discard changes'])).toBe(1);
    await expectLines(page);
  });

  it('is the same before, during and after a run', async () => {
    const page = await ui.enter();
    await write(page, 'import time\nprint("started", flush=True)\ntime.sleep(1)');
    await output(page).waitFor();
    const before = await positionsOf(page);
    await page.keyboard.press('Control+Enter');
    await outcome(page).getByText('Running').waitFor();
    expect(await positionsOf(page)).toEqual(before);
    await outcome(page).getByText('Succeeded').waitFor();
    expect(await positionsOf(page)).toEqual(before);
  });

  it('has every title at the same place, and no scrollbar moves it', async () => {
    const page = await ui.enter();
    const positions = new Set<string>();
    for (const screen of ['Secrets', 'Packages', 'Activity', 'Access', 'Settings']) {
      await goTo(page, screen);
      const title = page.getByRole('heading', { level: 1, name: screen });
      const box = await title.boundingBox();
      positions.add(`${box?.x},${box?.y}`);
    }
    expect([...positions]).toHaveLength(1);
  });
});

describeInterface('box drawing characters of a program', () => {
  const ui = useInterface();

  it('meet from row to row', async () => {
    const page = await ui.enter();
    await runCode(page, String.raw`print("\u250c\u2500\u2510\n\u2502 \u2502\n\u2502 \u2502\n\u2514\u2500\u2518")`);
    const strokes = output(page).getByText('\u2502', { exact: true });
    await strokes.first().waitFor();
    expect(await strokes.count()).toBe(4);
    const boxes = await strokes.evaluateAll((list) =>
      list.map((one) => one.getBoundingClientRect()).map(({ left, top, bottom }) => ({ left, top, bottom })),
    );
    const [first, , below] = boxes;
    expect(below?.top).toBeLessThanOrEqual(first?.bottom ?? 0);
    expect(below?.left).toBeCloseTo(first?.left ?? 0, 0);
  });
});

describeInterface('the settings', () => {
  const ui = useInterface();

  it('have an index that shows a section, and Save only for a change', async () => {
    const page = await ui.enter();
    await goTo(page, 'Settings');
    const index = page.getByRole('navigation', { name: 'Sections of the settings' });
    await index.getByRole('button', { name: 'History' }).press('Enter');
    const heading = page.getByRole('heading', { name: 'History' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await page.getByLabel('Runs to keep').fill('77');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved.').first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Runs to keep').inputValue()).toBe('77');
  });
});

describeInterface('a message in the corner', () => {
  const ui = useInterface();

  it('covers no control and no text', async () => {
    const page = await ui.enter();
    await runCode(page, 'print("text")\nopen("table.csv", "w").write("a")');
    await page.getByRole('button', { name: /^Save table/ }).waitFor();
    await page.getByRole('button', { name: 'Copy output' }).click();
    await expect.poll(() => page.evaluate(coveredControls)).toEqual({ isShown: true, covered: [] });
    await expect.poll(() => page.evaluate(coveredTexts)).toEqual([]);
  });
});

async function expectLines(page: Page): Promise<void> {
  expect(await linesShown(page)).toBeGreaterThanOrEqual(14);
  await page.keyboard.press('Control+J');
  await page.getByRole('button', { name: /^Show output/ }).waitFor();
  expect(await linesShown(page)).toBeGreaterThanOrEqual(22);
  await page.keyboard.press('Control+J');
  await page.getByRole('button', { name: /^Hide output/ }).waitFor();
}

/** Returns how many whole lines of code are visible. */
function linesShown(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = document.querySelector('.cm-scroller')?.getBoundingClientRect();
    const lines = [...document.querySelectorAll('.cm-line')].map((line) => line.getBoundingClientRect());
    return lines.filter(({ top, bottom }) => box !== undefined && top >= box.top && bottom <= box.bottom).length;
  });
}

/** Returns the number of rows that the buttons with these names take. */
async function rowsOf(page: Page, names: readonly string[]): Promise<number> {
  const middles = new Set<number>();
  for (const name of names) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    middles.add(Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
  }
  return middles.size;
}

/** Returns the positions of elements that a run must not move: the buttons next to Run, and the output. */
function positionsOf(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    ['[role=toolbar][aria-label=Run] kbd', '[data-part=output]', 'section[aria-label="Program output"]'].flatMap(
      (selector) => {
        const { x, y } = document.querySelector(selector)?.getBoundingClientRect() ?? { x: -1, y: -1 };
        return [x, y];
      },
    ),
  );
}

/** Runs in the page. */
function coveredControls(): { isShown: boolean; covered: string[] } {
  const toasts = [...document.querySelectorAll('[data-toasts] > *')].map((toast) => toast.getBoundingClientRect());
  const controls = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')];
  const covered = controls.flatMap((control) => {
    const box = control.getBoundingClientRect();
    const isUnder = toasts.some(
      (toast) => box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom,
    );
    const isCovered = isUnder && control.checkVisibility() && control.closest('[data-toasts]') === null;
    return isCovered ? [control.getAttribute('aria-label') ?? control.textContent ?? control.id] : [];
  });
  return { isShown: toasts.length > 0, covered };
}

/** Runs in the page. */
function coveredTexts(): string[] {
  const toasts = [...document.querySelectorAll('[data-toasts] > *')].map((toast) => toast.getBoundingClientRect());
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const covered: string[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const isOwn = node.parentElement?.closest('[data-toasts], script, style') !== null;
    if (isOwn || node.nodeValue?.trim() === '' || !node.parentElement?.checkVisibility()) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const isUnder = toasts.some(
      (toast) => box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom,
    );
    if (isUnder && box.width > 1) covered.push(node.nodeValue ?? '');
  }
  return covered;
}
