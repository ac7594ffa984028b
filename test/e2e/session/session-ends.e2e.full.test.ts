/** A session that is ended from another window or program: its window detects it, shows the reason and reloads. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteAccount, listSessions, revokeSession } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { readEvents, watchSession } from '../../../src-shared/contracts/events.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';
import { describeInterface, useBrowser } from '../browser.ts';
import { goTo } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { enter, noticeMs, openBrowserProfile, openWindow, readEnd } from './session-windows.ts';

const dayMs = 24 * 3_600_000;

describeInterface('a session that ends from elsewhere', () => {
  const browser = useBrowser();
  const daemon = testDaemonOfFile();
  let profile: BrowserContext;
  let user: TestUser;
  const streams = () => daemon().core.services.events.counts().streams;

  beforeEach(async () => {
    profile = await openBrowserProfile(browser(), daemon().url);
    user = await daemon().newUser();
  });
  afterEach(async () => {
    await profile.close();
    await until(() => streams() === 0);
  });

  it('is known to its window, by the one stream of the browser, also when the tab that holds it is closed', async () => {
    const [first, second] = [await openWindow(profile, user), await openWindow(profile, user)];
    await until(() => streams() === 1);
    await goTo(first, 'Settings');
    const sessions = first.getByRole('region', { name: 'Sessions' });
    await sessions.getByRole('button', { name: /^End the session of Mozilla/ }).click();
    expect(await readEnd(second, 'ended from another window')).toEqual({ email: user.email, isLoadedAgain: true });
    expect(await first.getByRole('heading', { name: 'Settings', exact: true }).isVisible()).toBe(true);
    await checkScreen(second, 'session-ended');

    await enter(second, user);
    // After its stream opens, the tab checks its session: an end before the response would arrive as a refusal.
    let isOpen = false;
    const takenOver = second.waitForResponse((response) => {
      if (response.url().includes(`${readEvents.path}?`)) isOpen = true;
      return isOpen && response.url().endsWith(watchSession.path);
    });
    await first.close();
    await takenOver;
    await until(() => streams() === 1);
    await endOthers(user);
    await readEnd(second, 'ended from another window');
    await until(() => streams() === 0);
  });

  it('is known where the browser has no locks: each tab has its own stream then', async () => {
    await profile.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
    const [first, second] = [await openWindow(profile, user), await openWindow(profile, user)];
    await until(() => streams() === 2);
    await endOthers(user);
    await Promise.all([first, second].map((page) => readEnd(page, 'ended from another window')));
  });

  it('by a new password ends the other windows and not the one that set it, of this account only', async () => {
    const stranger = await openWindow(profile, await daemon().newUser());
    const [first, second] = [await openWindow(profile, user), await openWindow(profile, user)];
    await goTo(first, 'Settings');
    await first.getByLabel('Current password').fill(user.password);
    await first.getByLabel('New password').fill('another password entirely');
    await first.getByLabel('Repeat it').fill('another password entirely');
    await first.getByRole('button', { name: 'Change password' }).click();
    await first.getByText('Password changed.').first().waitFor();
    expect(await readEnd(second, 'The password of your account was changed')).toEqual({
      email: user.email,
      isLoadedAgain: true,
    });
    for (const page of [first, stranger]) expect(await isIn(page)).toBe(true);
  });

  it('with its account says so and offers no e-mail', async () => {
    const page = await openWindow(profile, user);
    await until(() => streams() === 1);
    await user.session.answer(deleteAccount, { body: { password: user.password } });
    expect(await readEnd(page, 'This account was deleted')).toEqual({ email: '', isLoadedAgain: true });
  });

  it('is not ended by what another page at this origin says', async () => {
    const page = await openWindow(profile, user);
    const other = await profile.newPage();
    await other.goto('/icon.svg');
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/events/watches'));
    await other.evaluate(sayThatItEnded);
    expect((await asked).status()).toBe(200);
    expect(await isIn(page)).toBe(true);
    expect(await page.evaluate(() => 'isSameWindow' in window)).toBe(true);
  });

  it('by logging out in its own window is left at once, without a lock', async () => {
    const page = await openWindow(profile, user);
    await goTo(page, 'Settings');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByRole('button', { name: 'Log out' }).click();
    expect(await readEnd(page, 'You logged out.')).toEqual({ email: user.email, isLoadedAgain: true });
    expect(await page.getByRole('heading', { name: 'Welcome back' }).isVisible()).toBe(true);
  });

  it('and a key that is revoked elsewhere leaves the list that is on screen', async () => {
    const page = await openWindow(profile, user);
    const { id } = await user.session.call(createApiKey, { body: { name: 'of the laptop', scopes: ['execute'] } });
    await goTo(page, 'Access');
    const row = page.getByRole('rowheader', { name: 'of the laptop' });
    await row.waitFor();
    await user.session.answer(revokeApiKey, { params: { id } });
    await row.waitFor({ state: 'detached', timeout: 2 * noticeMs });
  });

  it('by its age says so', async () => {
    const page = await openWindow(profile, user);
    await until(() => streams() === 1);
    daemon().clock.pass(7 * dayMs + 1000);
    expect(await readEnd(page, 'This session has expired')).toEqual({ email: user.email, isLoadedAgain: true });
  });
});

/** Ends the sessions of all windows with the account's API key. */
async function endOthers({ client, session }: TestUser): Promise<void> {
  const { sessions } = await session.call(listSessions);
  for (const { id } of sessions.filter(({ current }) => !current))
    await client.answer(revokeSession, { params: { id } });
}

const isIn = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).isVisible();

/** Sends a message that the session has ended to every tab, after learning its watch id. */
async function sayThatItEnded(): Promise<void> {
  const channel = new BroadcastChannel('strongroom.session-events');
  const watchId = await new Promise((resolve) => {
    channel.onmessage = ({ data }) => data.kind === 'announce' && resolve(data.watchId);
    channel.postMessage({ kind: 'roll_call' });
  });
  channel.postMessage({ kind: 'session_ended', watchId, reason: 'revoked' });
}
