/** Failures of a window and of its daemon, and what the desktop shows of them. */
import type { ElectronApplication } from 'playwright';
import { expect, it } from 'vitest';
import { register } from '../e2e/interface.ts';
import { until } from '../support/until.ts';
import { describeShell, useShell } from './real-shell.ts';

describeShell('a window', () => {
  const fixture = useShell();

  /**
   * Playwright gives a page up that has crashed: what it shows then, the app itself is asked, once the page is there. A
   * page that closes during a question would never answer.
   */
  const inPage = (app: ElectronApplication, script: string): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }, code) => {
      return BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code);
    }, script);
  const arrived = (app: ElectronApplication, origin: string) =>
    until(() =>
      app.evaluate(({ BrowserWindow }, start) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        return contents?.getURL().startsWith(`${start}/`) === true && !contents.isLoading() && !contents.isCrashed();
      }, origin),
    );
  const shows = (app: ElectronApplication, text: string) =>
    until(async () => String(await inPage(app, 'document.body.innerText')).includes(text));

  it('whose page crashes says so, and brings it back', async () => {
    const { app, window } = await fixture.start();
    await register(window);
    const { origin } = new URL(window.url());
    await app.evaluate(({ BrowserWindow }) => {
      const [shown] = BrowserWindow.getAllWindows();
      setImmediate(() => shown?.webContents.forcefullyCrashRenderer());
    });
    await arrived(app, 'strongroom-shell://page');
    await shows(app, 'The window lost its page');
    expect(await inPage(app, 'document.body.innerText')).toContain('ended unexpectedly (crashed)');
    expect(await inPage(app, `[...document.querySelectorAll('button')].map((one) => one.textContent)`)).toEqual([
      'Try again',
      'Quit',
    ]);
    await inPage(app, `setTimeout(() => document.querySelector('button').click())`);
    await arrived(app, origin);
    // The user enters the password again: the session ended with the page.
    await shows(app, 'Welcome back');
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it('whose page does not answer is closed by quitting', async () => {
    const { app, window, quit } = await fixture.start();
    await register(window);
    void inPage(app, 'for (;;);').catch(() => undefined);
    await quit();
  });

  it('is locked, brought forward and quit from the tray', async () => {
    const { app, window } = await fixture.start();
    await window.getByLabel('E-mail').waitFor();
    await app.evaluate(({ Tray }) => {
      const { setContextMenu } = Tray.prototype;
      Tray.prototype.setContextMenu = function keep(menu) {
        Object.assign(globalThis, { menu });
        return setContextMenu.call(this, menu);
      };
    });
    /** Clicks an item if it can be; whether it can. */
    const item = (label: string, click: boolean) =>
      app.evaluate(
        (_, { name, isClick }) => {
          const { menu } = globalThis as unknown as { menu?: Electron.Menu };
          const found = menu?.items.find((one) => one.label === name);
          if (isClick) found?.click();
          return found?.enabled === true;
        },
        { name: label, isClick: click },
      );
    await register(window);
    await until(() => item('Lock', false));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await item('Open Strongroom', true);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
    await item('Lock', true);
    await window.getByRole('heading', { name: 'Locked' }).waitFor();
    await until(async () => !(await item('Lock', false)));
    const closed = app.waitForEvent('close');
    await item('Quit Strongroom', true).catch(() => false);
    await closed;
  });
});
