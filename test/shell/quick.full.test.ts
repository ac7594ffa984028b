/** The quick run window. The test calls what the system calls for its shortcut. */
import { AxeBuilder } from '@axe-core/playwright';
import type { ElectronApplication, Page } from 'playwright';
import { expect, it } from 'vitest';
import { editor, goTo, output, register, runCode, signInAgain } from '../e2e/interface.ts';
import { until } from '../support/until.ts';
import { describeShell, useShell } from './real-shell.ts';

describeShell('the quick run window', () => {
  const fixture = useShell();

  /** Records the shortcuts that are registered; `taken` is one that another program has. */
  const record = (app: ElectronApplication, taken: string) =>
    app.evaluate(({ globalShortcut }, refused) => {
      const keys = new Map<string, () => void>();
      Object.assign(globalThis, { keys });
      globalShortcut.register = (name: string, open: () => void) => {
        if (name !== refused) keys.set(name, open);
        return name !== refused;
      };
      globalShortcut.unregister = (name: string) => void keys.delete(name);
    }, taken);
  const press = (app: ElectronApplication, name: string) =>
    app.evaluate((_, key) => (globalThis as unknown as { keys: Map<string, () => void> }).keys.get(key)?.(), name);
  const isShown = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => {
      const quick = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('#/quick'));
      return quick?.isVisible() === true;
    });
  async function choose(window: Page, label: string): Promise<void> {
    await goTo(window, 'Settings');
    await window.getByLabel('Shortcut for the quick run window').selectOption({ label });
  }

  it('has its shortcut registered with the system only while it is chosen', async () => {
    const { app, window } = await fixture.start();
    const isRegistered = () =>
      app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('CommandOrControl+Alt+R'));
    await register(window);
    expect(await isRegistered()).toBe(false);
    await choose(window, 'Ctrl + Alt + R');
    await until(isRegistered);
    await choose(window, 'Off');
    await until(async () => !(await isRegistered()));
  });

  it('opens by its shortcut, runs code in the session of the window, hides, and locks with it', async () => {
    const { app, window } = await fixture.start();
    await record(app, 'CommandOrControl+Alt+Space');
    await register(window);
    await choose(window, 'Ctrl + Alt + Space');
    await window.getByText('The system refused this shortcut').waitFor();
    await choose(window, 'Ctrl + Alt + R');
    await window.getByText('The system refused this shortcut').waitFor({ state: 'hidden' });

    const opened = app.waitForEvent('window');
    await press(app, 'CommandOrControl+Alt+R');
    const quick = await opened;
    await editor(quick).waitFor();
    expect(new URL(quick.url()).origin).toBe(new URL(window.url()).origin);
    await runCode(quick, 'print("a quick result")');
    await output(quick).getByText('a quick result').waitFor();
    const { violations } = await new AxeBuilder({ page: quick }).setLegacyMode().analyze();
    expect(violations).toEqual([]);

    await until(() => isShown(app));
    await quick.keyboard.press('Escape');
    await until(async () => !(await isShown(app)));
    await press(app, 'CommandOrControl+Alt+R');
    await until(() => isShown(app));
    // The result is still there: hiding ends nothing.
    await output(quick).getByText('a quick result').waitFor();

    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
    await quick.getByRole('heading', { name: 'Strongroom is locked' }).waitFor();
    expect(await quick.content()).not.toContain('a quick result');
    await quick.getByRole('button', { name: 'Open the main window' }).click();
    await signInAgain(window);
    await editor(quick).waitFor();
    expect(await quick.content()).not.toContain('a quick result');
  });

  it('has the guards of the main window, and functions of its own that the main window does not have', async () => {
    const { app, window } = await fixture.start();
    await record(app, '');
    await register(window);
    await choose(window, 'Ctrl + Alt + R');
    const opened = app.waitForEvent('window');
    await press(app, 'CommandOrControl+Alt+R');
    const quick = await opened;
    await editor(quick).waitFor();
    const before = quick.url();
    const found = await quick.evaluate(async () => {
      location.href = '/docs';
      globalThis.open('http://example.com');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return {
        node: ['require', 'process', 'Buffer'].filter((name) => name in globalThis),
        shell: 'strongroomShell' in globalThis,
        quick: Object.keys((globalThis as unknown as { strongroomQuick: object }).strongroomQuick),
        storage: JSON.stringify({ ...localStorage, ...sessionStorage }),
      };
    });
    expect(quick.url()).toBe(before);
    expect(found).toMatchObject({ node: [], shell: false, quick: ['readSession', 'hide', 'showMain'] });
    expect(found.storage).not.toMatch(/eyJ/);
    expect(await window.evaluate(() => 'strongroomQuick' in globalThis)).toBe(false);
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) =>
        (webContents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences(),
      ),
    );
    expect(preferences).toHaveLength(2);
    for (const one of preferences)
      expect(one).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
  });
});
