import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { goTo, register } from '../e2e/interface.ts';
import { until } from '../support/until.ts';
import { describeShell, useShell } from './real-shell.ts';

describeShell('the desktop', () => {
  const fixture = useShell();

  it('has one window: a second start brings it forward, and its link opens the right screen', async () => {
    const { app, window } = await fixture.start();
    await window.getByLabel('E-mail').waitFor();
    // No user is signed in yet, so the link waits.
    expect(await fixture.startAgain('strongroom://open/secrets')).toBe(0);
    await window.getByLabel('E-mail').fill('someone@example.com');
    await window.getByLabel('Password').fill('correct horse battery staple');
    await window.getByLabel('Repeat it').fill('correct horse battery staple');
    await window.getByRole('button', { name: 'Create account' }).click();
    await window.getByRole('heading', { name: 'Secrets', level: 1 }).waitFor();

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    expect(await fixture.startAgain('strongroom://open/settings')).toBe(0);
    await window.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    const shown = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => one.isVisible()),
    );
    expect(shown).toEqual([true]);

    await fixture.startAgain('strongroom://run/../../settings', '--interface-url', 'http://example.com');
    await fixture.startAgain('strongroom://run/no%20such%20script');
    await window.getByRole('heading', { name: 'Vault', level: 1 }).waitFor();
    await window.getByText('The vault has no script named “no such script”').waitFor();
  });

  it('locks the window when the computer suspends, when its screen locks, and from the menu', async () => {
    const { app, window } = await fixture.start();
    const locked = window.getByRole('heading', { name: 'Locked' });
    await register(window);
    await window.evaluate(() => Object.assign(globalThis, { samePage: true }));
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
    await locked.waitFor();
    await window.getByText('because this computer went to sleep').waitFor();
    expect(await window.evaluate(() => 'samePage' in globalThis)).toBe(false);

    for (const [trigger, reason] of [
      ['lock-screen', 'with the screen of this computer'],
      ['menu', 'You locked this window'],
    ] as const) {
      await window.getByLabel('Password').fill('correct horse battery staple');
      await window.keyboard.press('Enter');
      await window.getByRole('link', { name: 'Access', exact: true }).waitFor();
      await app.evaluate(({ powerMonitor, Menu }, by) => {
        if (by === 'menu') Menu.getApplicationMenu()?.getMenuItemById('lock')?.click();
        else powerMonitor.emit(by);
      }, trigger);
      await locked.waitFor();
      await window.getByText(reason).waitFor();
    }
  });

  it('locks even a page that does not answer', async () => {
    const { app, window } = await fixture.start();
    await register(window);
    await window.evaluate(() => {
      Object.assign(globalThis, { samePage: true });
      // A page under attack could do this to keep its session.
      Location.prototype.reload = () => undefined;
      globalThis.fetch = () => new Promise(() => undefined);
    });
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
    await window.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await window.evaluate(() => 'samePage' in globalThis)).toBe(false);
  });

  it('keeps its settings and the place of the window', async () => {
    const first = await fixture.start();
    await register(first.window);
    await goTo(first.window, 'Settings');
    await first.window.getByLabel('Open when I log in to this computer').check();
    const entry = join(fixture.env().XDG_CONFIG_HOME ?? '', 'autostart/strongroom.desktop');
    await until(() => readIfAny(entry).includes('--at-login'));
    await first.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 40, width: 1000, height: 700 });
    });
    await first.quit();

    const { app, window } = await fixture.start();
    await window.getByLabel('E-mail').waitFor();
    const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
    expect(bounds).toMatchObject({ width: 1000, height: 700 });
    const settings = JSON.parse(readFileSync(join(`${fixture.dataDir}-window`, 'shell-settings.json'), 'utf8'));
    expect(settings).toEqual({ openAtLogin: true, keepInTray: false, notifyOfRuns: true, quickShortcut: 'off' });
  });

  it('says what is wrong where the daemon cannot start, with what can be done', async () => {
    const { window } = await fixture.start(['--engine', 'bogus']);
    await window.getByRole('heading', { name: 'Strongroom did not start' }).waitFor();
    await window.getByText('--engine takes', { exact: false }).first().waitFor();
    expect(await window.getByRole('button').allInnerTexts()).toEqual(['Try again', 'Open the log', 'Quit']);
    const { violations } = await new AxeBuilder({ page: window }).setLegacyMode().analyze();
    expect(violations).toEqual([]);
    await window.getByRole('button', { name: 'Try again' }).click();
    await window.getByRole('heading', { name: 'Strongroom did not start' }).waitFor();
  });
});

function readIfAny(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
