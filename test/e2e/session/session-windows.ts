import type { Browser, BrowserContext, Page } from 'playwright';
import type { TestUser } from '../../support/daemon/test-daemon.ts';

/** Time limit for a window to detect the end of its session. */
export const noticeMs = 5000;

/** Opens a browser profile whose windows share nothing with another profile. */
export async function openBrowserProfile(browser: Browser, url: string): Promise<BrowserContext> {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: url });
  // The sign-in screen then shows the login.
  await profile.addInitScript(() => localStorage.setItem('strongroom.visited', 'yes'));
  return profile;
}

/** Opens a new window of the account on the Run screen. */
export async function openWindow(profile: BrowserContext, user: TestUser): Promise<Page> {
  const page = await profile.newPage();
  await page.goto('/');
  await enter(page, user);
  return page;
}

/** Logs in at the sign-in screen. */
export async function enter(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  // Marks this window object: a reloaded page has a new one.
  await page.evaluate(() => Object.assign(window, { isSameWindow: true }));
}

/**
 * Waits until the window has dropped its session, within the time limit, and then for the sign-in screen with the
 * reason. Returns whether the page was reloaded.
 */
export async function readEnd(page: Page, reason: string | RegExp): Promise<{ email: string; isLoadedAgain: boolean }> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'detached', timeout: noticeMs });
  await page.getByText(reason).waitFor();
  return {
    email: await page.getByLabel('E-mail').inputValue(),
    isLoadedAgain: await page.evaluate(() => !('isSameWindow' in window)),
  };
}

/** Returns the texts that are in the page's heap after a garbage collection. */
export async function findInHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devTools.detach();
  const heap = chunks.join('');
  return texts.filter((text) => heap.includes(text));
}
