/** A change of the machine's network interrupts requests while a page loads. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { useInterface, withoutDaemon } from '../interface.ts';

const hasStyle = (page: Page) => page.evaluate(() => getComputedStyle(document.body).margin === '0px');
const wasReloaded = (page: Page) => page.evaluate(() => !('isFirstLoad' in globalThis));

describeInterface('a page whose load is interrupted', () => {
  const ui = useInterface();

  /**
   * Loads the page with the first request of each address that matches interrupted; its later ones wait for `goOn`. The
   * files come through Node, so that a change of this machine's network interrupts no other request.
   */
  async function loadInterrupted(pattern: RegExp): Promise<{ page: Page; goOn: () => void }> {
    const page = await ui.open();
    const interrupted = new Set<string>();
    const paused = Promise.withResolvers<void>();
    await page.route(/\/(assets\/.*|[a-z]+\.js|)$/, async (route) => {
      const address = route.request().url();
      if (pattern.test(address)) {
        if (!interrupted.has(address)) {
          interrupted.add(address);
          return route.abort('connectionreset');
        }
        await paused.promise;
      }
      return route.fulfill({ response: await route.fetch() });
    });
    await page.reload({ waitUntil: 'commit' });
    await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
    return { page, goOn: paused.resolve };
  }

  it('gets its style when the files are loaded again, and keeps what was typed', async () => {
    ui.expectErrors(...withoutDaemon);
    const { page, goOn } = await loadInterrupted(/assets\/style-.*\.css$/);
    await page.getByLabel('E-mail').fill('typed@example.com');
    expect(await hasStyle(page)).toBe(false);
    goOn();
    await expect.poll(() => hasStyle(page)).toBe(true);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('typed@example.com');
    expect(await wasReloaded(page)).toBe(false);
  });

  it('is reloaded if it shows nothing because a script is missing', async () => {
    ui.expectErrors(...withoutDaemon);
    const { page, goOn } = await loadInterrupted(/assets\/index-.*\.js$/);
    expect(await page.getByLabel('E-mail').count()).toBe(0);
    goOn();
    await page.getByLabel('E-mail').fill('typed@example.com');
    expect(await wasReloaded(page)).toBe(true);
  });
});
