import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, useInterface, write } from '../interface.ts';

const sizes = [
  { width: 1280, height: 600 },
  { width: 900, height: 500 },
  { width: 640, height: 400 },
];

describeInterface('a dialog in a low window', () => {
  const ui = useInterface();

  it.each(sizes)(
    'covers no field with its title and buttons at $width × $height',
    { timeout: 240_000 },
    async (size) => {
      const page = await ui.enter();
      await write(page, 'print(1)\n');
      for (const [name, open] of Object.entries(dialogs)) {
        await open(page);
        await page.getByRole('dialog').waitFor();
        await page.setViewportSize(size);
        await expect.poll(() => page.evaluate(cutAtRest), { message: name }).toEqual([]);
        await expect.poll(() => page.evaluate(hiddenOnFocus), { message: name }).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    },
  );
});

const dialogs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'save to vault': (page) => page.getByRole('button', { name: 'Save to vault' }).click(),
  environments: (page) => page.getByRole('button', { name: 'Edit environments' }).click(),
  secret: async (page) => {
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('Only in requests to these hosts').check();
  },
  'import of secrets': async (page) => {
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'Import .env' }).click();
  },
  'key of the API': async (page) => {
    await goTo(page, 'Access');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('packages').check();
  },
  'list of packages': async (page) => {
    await goTo(page, 'Packages');
    await page.getByRole('button', { name: 'Paste a list' }).first().click();
  },
};

/** Runs in the page: the controls that the buttons of the dialog cut before it is scrolled. */
function cutAtRest(): string[] {
  const dialog = document.querySelector('[role=dialog]');
  const actions = [...(dialog?.querySelectorAll('[data-dialog-actions]') ?? [])].at(-1);
  if (!dialog) return ['no dialog'];
  // Without a row of buttons that stays, nothing is cut.
  if (!actions) return [];
  const edge = actions.getBoundingClientRect().top;
  return [...dialog.querySelectorAll('button, input, select, textarea')].flatMap((control) => {
    const { top, bottom, height } = control.getBoundingClientRect();
    const isCut = top < edge - 1 && bottom > edge + 1 && height < dialog.clientHeight / 2;
    return isCut && !actions.contains(control)
      ? [`${control.getAttribute('aria-label') ?? control.id} ${top} ${edge}`]
      : [];
  });
}

/** Runs in the page: the controls that are not whole between the title and the buttons when they get the focus. */
function hiddenOnFocus(): string[] {
  const dialog = document.querySelector<HTMLElement>('[role=dialog]');
  const head = dialog?.querySelector('[data-dialog-head]');
  const actions = [...(dialog?.querySelectorAll('[data-dialog-actions]') ?? [])].at(-1);
  if (!dialog || !head) return ['no dialog'];
  const controls = [...dialog.querySelectorAll<HTMLElement>('button, input:not([type=file]), select, textarea')].filter(
    (control) =>
      !actions?.contains(control) &&
      !head.contains(control) &&
      control.checkVisibility() &&
      !control.matches(':disabled'),
  );
  const hidden = controls.flatMap((control) => {
    control.focus();
    const { top, bottom, height } = control.getBoundingClientRect();
    const [from, to] = [
      head.getBoundingClientRect().bottom,
      actions?.getBoundingClientRect().top ?? dialog.getBoundingClientRect().bottom,
    ];
    const isWhole = top >= from - 1 && bottom <= to + 1;
    return isWhole || height > to - from
      ? []
      : [`${control.getAttribute('aria-label') ?? control.id} ${top}-${bottom} in ${from}-${to}`];
  });
  dialog.scrollTo({ top: 0, behavior: 'instant' });
  return controls.length === 0 ? ['no control'] : hidden;
}
