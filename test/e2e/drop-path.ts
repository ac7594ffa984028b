import type { Locator, Page } from 'playwright';

/** Drops a file or a folder of this machine, as the user does: a page cannot make an event with a folder. */
export async function dropPath(page: Page, target: Locator, path: string): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('the target is not visible');
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: box.x + 5, y: box.y + 5, data });
  await browser.detach();
}
