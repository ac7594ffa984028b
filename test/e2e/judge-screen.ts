import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findLayoutFaults } from './find-layout-faults.ts';

const folder = join(import.meta.dirname, 'screens');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** In CSS pixels; `zoomed` is a window of 1280 x 800 at 200 %. */
const sizes = {
  usual: { width: 1280, height: 800 },
  large: { width: 2560, height: 1440 },
  narrow: { width: 900, height: 600 },
  zoomed: { width: 640, height: 400 },
} as const;

/**
 * Looks at a screen at four sizes in both themes, for people, for axe and with a ruler; fails with all faults of the
 * screen. The window is of the usual size afterwards.
 */
export async function judgeScreen(page: Page, screen: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const faults: Record<string, string[]> = {};
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await settle(page);
    await page.screenshot({ path: join(folder, `${screen}-${size}.png`) });
    faults[size] = await page.evaluate(findLayoutFaults);
    if (size === 'usual') faults.axe = await findBarriers(new AxeBuilder({ page }).withTags(rules));
    // Smaller boxes begin to scroll. What only concerns colours has been looked at already, and takes most of the time.
    if (size === 'zoomed')
      faults.axeZoomed = await findBarriers(new AxeBuilder({ page }).withTags(rules).disableRules(['color-contrast']));
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    if (size === 'usual') {
      await page.screenshot({ path: join(folder, `${screen}-dark.png`) });
      // Only colours differ between the themes.
      faults.axeDark = await findBarriers(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
    }
    faults[`${size}, dark`] = await page.evaluate(findLayoutFaults);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(sizes.usual);
  await settle(page);
  const found = Object.fromEntries(Object.entries(faults).filter(([, list]) => list.length > 0));
  expect.soft(found, screen).toEqual({});
}

/** Colours change over time; what turns for ever is not waited for. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function findBarriers(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`));
}
