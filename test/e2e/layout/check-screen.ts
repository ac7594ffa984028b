import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findLayoutFaults } from './find-layout-faults.ts';

const folder = join(import.meta.dirname, '../screens');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** In CSS pixels; `zoomed` is a window of 1280 x 800 at 200 %. */
const sizes = {
  usual: { width: 1280, height: 800 },
  large: { width: 2560, height: 1440 },
  narrow: { width: 900, height: 600 },
  zoomed: { width: 640, height: 400 },
} as const;

type Size = keyof typeof sizes;

/**
 * Checks a screen at four sizes in both themes with axe and layout measurements, saves screenshots in `screens/`, and
 * reports all faults. The window has the usual size afterwards.
 */
export async function checkScreen(page: Page, screen: string, options: CheckOptions = {}): Promise<void> {
  const { asItIs = false } = options;
  await checkAllSizes(page, { screen, asItIs }, async (size, part, report) => {
    if (size === 'usual') report('axe', await findBarriers(page, new AxeBuilder({ page }).withTags(rules)));
    if (size === 'zoomed') report(`axe, ${part}`, await findBarriers(page, axeOfSize(page)));
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    report(`${size}, ${part}, dark`, await faultsAtRest(page));
    await takePicture(page, [screen, size, part, 'dark'].filter(Boolean).join('-'));
    if (size === 'usual') {
      // Only colours differ between the themes.
      report(
        'axe, dark',
        await findBarriers(page, new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])),
      );
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await settle(page);
  });
}

interface CheckOptions {
  /** Presses nothing, for a screen that any input changes; of a narrow window only the visible part is checked. */
  asItIs?: boolean;
}

function axeOfSize(page: Page): AxeBuilder {
  // Colours were checked already.
  return new AxeBuilder({ page }).withTags(rules).disableRules(['color-contrast']);
}

/** Measures a screen at four sizes, without axe and in one theme, for a screen that is checked with other content. */
export async function measureScreen(page: Page, screen: string): Promise<void> {
  await checkAllSizes(page, { screen, asItIs: false }, async () => undefined);
}

type Report = (where: string, faults: string[]) => void;

async function checkAllSizes(
  page: Page,
  { screen, asItIs }: { screen: string; asItIs: boolean },
  further: (size: Size, part: string, report: Report) => Promise<void>,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const found: Record<string, string[]> = {};
  const report: Report = (where, faults) => {
    if (faults.length > 0) found[where] = faults;
  };
  for (const size of Object.keys(sizes) as Size[]) {
    await page.setViewportSize(sizes[size]);
    await settle(page);
    const look = async (part: string) => {
      await takePicture(page, [screen, size, part].filter(Boolean).join('-'));
      report(`${size}, ${part}`, await faultsAtRest(page));
      await further(size, part, report);
    };
    await (asItIs ? look('') : forEachPart(page, look));
  }
  await page.setViewportSize(sizes.usual);
  await settle(page);
  expect.soft(found, screen).toEqual({});
}

/**
 * Visits each part: a narrow window shows one part at a time, and a window of 900 pixels hides the options at first.
 */
async function forEachPart(page: Page, look: (part: string) => Promise<void>): Promise<void> {
  await look('');
  if ((await page.getByRole('dialog').count()) > 0) return;
  const others = page.getByRole('group', { name: 'Part of the screen' }).getByRole('button', { pressed: false });
  for (const name of await others.allInnerTexts()) await lookBehind(page, { name, back: 'Code' }, look);
  const isClosed = (await page.getByRole('button', { name: /^Show options/ }).count()) > 0;
  if (isClosed) await lookBehind(page, { name: /^Show options/, back: /^Hide options/ }, look);
}

type Behind = Record<'name' | 'back', string | RegExp>;

async function lookBehind(page: Page, { name, back }: Behind, look: (part: string) => Promise<void>): Promise<void> {
  const press = (button: string | RegExp) => page.getByRole('button', { name: button, exact: true }).click();
  await press(name);
  await settle(page);
  await look(typeof name === 'string' ? name.toLowerCase() : 'options');
  await press(back);
  await settle(page);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Measures again for a while if there are faults: a toast looks for a free spot twice a second. */
async function faultsAtRest(page: Page): Promise<string[]> {
  let faults = await page.evaluate(findLayoutFaults);
  for (let more = 0; more < 5 && faults.length > 0; more += 1) {
    await page.waitForTimeout(500);
    faults = await page.evaluate(findLayoutFaults);
  }
  return faults;
}

/** Waits for finite animations, such as colour transitions, but not for endless ones. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Runs axe in the page itself where that has no frames. Otherwise axe opens a blank window to join their results. */
async function findBarriers(page: Page, axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`));
}
