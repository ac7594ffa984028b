import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, 'screens');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Looks at a screen in both themes and narrow, for people and for axe. */
export async function judgeScreen(page: Page, screen: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await settle(page);
  await page.screenshot({ path: join(folder, `${screen}-light.png`) });
  const light = await findBarriers(new AxeBuilder({ page }).withTags(rules));
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  await page.screenshot({ path: join(folder, `${screen}-dark.png`) });
  // Only colours differ between the themes.
  const dark = await findBarriers(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 900, height: 700 });
  await settle(page);
  await page.screenshot({ path: join(folder, `${screen}-narrow.png`) });
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  await settle(page);
  expect({ light, dark, isTooWide }, screen).toEqual({ light: [], dark: [], isTooWide: false });
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
