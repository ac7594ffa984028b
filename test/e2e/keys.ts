import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Types into the focused control. */
export const type = (page: Page, text: string) => page.keyboard.type(text);
export const tab = (page: Page) => page.keyboard.press('Tab');

/** Waits for the control with this name, then presses Tab until it has the focus. */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  await expect.poll(() => namesOf(page, 'all')).toContain(name);
  for (let presses = 0; presses < 60; presses++) {
    if ((await focusName(page)) === name) return;
    // The editor handles Tab unless Escape is pressed first.
    if (await isInEditor(page)) await page.keyboard.press('Escape');
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Returns the approximate accessible name of the focused control. */
export async function focusName(page: Page): Promise<string> {
  return (await namesOf(page, 'focused')).join('');
}

/** Returns the approximate accessible names of the focused control or of all controls. */
function namesOf(page: Page, which: 'focused' | 'all'): Promise<string[]> {
  return page.evaluate((requested) => {
    const controls = 'a, button, input, textarea, [tabindex], [contenteditable=true]';
    const elements = requested === 'all' ? [...document.querySelectorAll(controls)] : [document.activeElement];
    return elements.map((element) => {
      if (!(element instanceof HTMLElement)) return '';
      const label = element.id === '' ? null : document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
      return (element.getAttribute('aria-label') ?? label?.textContent ?? element.innerText)
        .replace(/\s+/g, ' ')
        .trim();
    });
  }, which);
}

/** Returns true if an editor has the focus. */
export const isInEditor = (page: Page) => page.evaluate(() => document.activeElement?.closest('.cm-editor') != null);
