import type { Page } from 'playwright';
import { percentile } from './percentile.ts';

/** Time from a key press to the paint that follows it, in milliseconds. */
export interface KeyTimes {
  p50: number;
  p95: number;
}

/**
 * Presses a key many times in the field that has the focus, and measures each time until the frame with the change is painted. The
 * page itself reads the clock, so that the time of the connection to the browser does not count.
 */
export async function measureKeys(page: Page, presses: number): Promise<KeyTimes> {
  await page.evaluate(() => {
    const times: number[] = [];
    const onKey = () => {
      const pressedAt = performance.now();
      requestAnimationFrame(() => {
        // A task after the frame's callbacks begins when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - pressedAt);
        port2.postMessage(undefined);
      });
    };
    window.addEventListener('keydown', onKey, { capture: true });
    Object.assign(window, { keyTimes: times });
  });
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('x');
    await page.waitForTimeout(30);
  }
  const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  return { p50: percentile(times, 50), p95: percentile(times, 95) };
}

/**
 * Clicks, and returns the milliseconds from the press of the button until the first matching element with text is painted. The
 * page itself reads the clock, so that the checks of the connection to the browser before the press do not count.
 */
export async function pressToPaint(page: Page, click: () => Promise<void>, selector: string): Promise<number> {
  await page.evaluate((awaited) => {
    const painted = new Promise<number>((resolve) => {
      const onPress = ({ timeStamp }: Event) => {
        const look = () => {
          if (!document.querySelector(awaited)?.textContent) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          return port2.postMessage(undefined);
        };
        requestAnimationFrame(look);
      };
      window.addEventListener('pointerdown', onPress, { capture: true, once: true });
    });
    Object.assign(window, { painted });
  }, selector);
  await click();
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

/** Returns the time in milliseconds from the start of the navigation to the first paint with content. */
export const firstPaintOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const found = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
        const wait = () => {
          const at = found();
          if (at === undefined) requestAnimationFrame(wait);
          else resolve(at);
        };
        wait();
      }),
  );

/** Returns the memory of the page's JavaScript after a collection, in MiB. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
