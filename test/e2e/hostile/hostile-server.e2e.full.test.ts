/** Another program takes the port of a stopped daemon while a page of the interface is open. */
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { describeInterface } from '../browser.ts';
import { beginRegistration, editor, goTo, password, register, signInAgain, useInterface, write } from '../interface.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

const banner = (page: Page) => page.getByRole('status', { name: 'State of the daemon' });
const isPwned = (page: Page) => page.evaluate(() => 'pwned' in globalThis);
const notTheDaemon = 'The program at this address is not the daemon';

describeInterface('a program that takes the port of a daemon that has died', () => {
  const ui = useInterface();
  let server: HostileServer | undefined;
  let isDaemonDown = false;
  const pages: Page[] = [];

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    // A test that failed has not done this, and the next one needs the daemon.
    if (isDaemonDown) await bringDaemonBack();
  });

  /** A separate page: browser errors about a hostile program's responses are not faults of the interface. */
  async function openPage(): Promise<Page> {
    const page = await (await ui.browser().newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    pages.push(page);
    await page.goto(ui.url());
    return page;
  }

  async function squatInstead(): Promise<HostileServer> {
    isDaemonDown = true;
    await ui.killDaemon();
    server = await startHostileServer(Number(new URL(ui.url()).port));
    return server;
  }

  async function bringDaemonBack(): Promise<void> {
    await server?.close();
    server = undefined;
    await ui.restartDaemon();
    isDaemonDown = false;
  }

  it('is sent no token, no code and no password by the page that is open', async () => {
    const page = await openPage();
    await register(page);
    await write(page, 'print("only for the daemon")');
    const { seen } = await squatInstead();
    await page.keyboard.press('Control+Enter');
    await banner(page).getByText(notTheDaemon).waitFor();
    await page.getByRole('alert').getByText('unproven').waitFor();
    const sent = JSON.stringify(seen);
    expect(seen.map(({ path }) => path).filter((path) => path !== '/api/v1/handshake/page')).toEqual([]);
    expect(sent).not.toMatch(/bearer|eyJ|only for the daemon/i);

    await bringDaemonBack();
    await page.getByText('The daemon stopped unexpectedly, which ends all browser sessions.').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await editor(page).getByText('only for the daemon').waitFor();
  });

  it('is sent no password by the page at its door', async () => {
    const page = await openPage();
    await beginRegistration(page);
    const { seen } = await squatInstead();
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Repeat it').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('unproven').waitFor();
    expect(JSON.stringify(seen)).not.toContain(password);
    await bringDaemonBack();
  });

  it('is asked for no lazy module, and runs none in the page, neither then nor when the daemon is back', async () => {
    const page = await openPage();
    const email = await register(page);
    const { seen } = await squatInstead();
    await goTo(page, 'Vault');
    await banner(page).getByText(notTheDaemon).waitFor();
    expect(seen.filter(({ path }) => path.startsWith('/assets/'))).toEqual([]);
    expect(await isPwned(page)).toBe(false);

    await bringDaemonBack();
    await page.getByText('The daemon stopped unexpectedly').waitFor();
    await signInAgain(page, email);
    await goTo(page, 'Vault');
    await page.getByLabel('Master password').waitFor();
    expect(await isPwned(page)).toBe(false);
  });

  it('is not where a page that has failed is loaded from', async () => {
    const page = await openPage();
    await register(page);
    const loads = { script: 0 };
    // The hostile response to each of the three attempts, and to the proof request after them.
    await page.route(/vault-route.*\.js$/, (route) => {
      if (route.request().resourceType() === 'script') loads.script++;
      return route.fulfill({ contentType: 'text/javascript', body: 'globalThis.pwned = true; export {};' });
    });
    await page.route('**/api/v1/handshake/page', (route) =>
      loads.script < 3 ? route.fallback() : route.fulfill({ json: { proof: `${'A'.repeat(43)}=` } }),
    );
    await goTo(page, 'Vault');
    await page.getByRole('heading', { name: 'The interface stopped because of an error' }).waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('alert').getByText('did not prove that it is the daemon').waitFor();
    expect(await isPwned(page)).toBe(false);

    await page.unrouteAll();
    await page.getByText('The interface stopped because of an error, so this window was reloaded.').waitFor();
  });

  it('runs nothing in a page of the daemon, and does not keep it from loading, by what the browser has kept', async () => {
    const page = await openPage();
    const script = await page.evaluate(
      () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '',
    );
    await squatInstead();
    // A browser that has not loaded this version yet caches the hostile response for the entry script.
    const fresh = await (await ui.browser().newContext()).newPage();
    pages.push(fresh);
    await fresh.goto(`${ui.url()}/style.css`);
    await fresh.evaluate((src) => fetch(src, { mode: 'cors' }).then((response) => response.text()), script);
    await bringDaemonBack();
    await fresh.goto(ui.url());
    await fresh
      .getByRole('button', { name: /Create account|Log in/ })
      .first()
      .waitFor();
    expect(await isPwned(fresh)).toBe(false);
  });

  it('loses its service worker to the daemon that is back', async () => {
    const page = await openPage();
    await squatInstead();
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await page.title()).toBe('Hostile');

    await bringDaemonBack();
    // The service worker answers this navigation; the browser checks for a newer one in the background.
    await page.goto(`${ui.url()}/?again`);
    await page
      .getByRole('button', { name: /Create account|Log in/ })
      .first()
      .waitFor();
    await until(() => page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)));
    await page.reload();
    expect(await page.title()).toBe('Strongroom');
  });

  it('does not get the page that a lock loads again', async () => {
    const page = await openPage();
    await register(page);
    const { seen } = await squatInstead();
    await page.keyboard.press('Control+l');
    await page.getByText('Locked. You can unlock this window when the daemon answers again').waitFor();
    expect(seen.filter(({ path }) => path === '/')).toEqual([]);
    await bringDaemonBack();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
  });
});
