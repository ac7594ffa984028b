/** Notifications of ended runs, which only a system with a notification service shows: here they are recorded. */
import type { ElectronApplication } from 'playwright';
import { expect, it } from 'vitest';
import { editor, goTo, outcome, output, register, runCode, write } from '../e2e/interface.ts';
import { until } from '../support/until.ts';
import { describeShell, useShell } from './real-shell.ts';

interface Recorded extends NodeJS.EventEmitter {
  title: string;
  body: string;
  isClosed: boolean;
}

describeShell('a notification of the desktop', () => {
  const fixture = useShell();

  const record = (app: ElectronApplication) =>
    app.evaluate(({ Notification }) => {
      const notices: Recorded[] = [];
      Object.assign(globalThis, { notices });
      Notification.isSupported = () => true;
      Notification.prototype.show = function show() {
        notices.push(Object.assign(this, { isClosed: false }) as unknown as Recorded);
      };
      Notification.prototype.close = function close() {
        Object.assign(this, { isClosed: true });
      };
    });
  const hide = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const isVisible = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  const notices = (app: ElectronApplication) =>
    app.evaluate(() => {
      const { notices: all } = globalThis as unknown as { notices: Recorded[] };
      return all.map(({ title, body, isClosed }) => ({ title, body, isClosed }));
    });
  const emit = (app: ElectronApplication, index: number, ...event: [string, number?]) =>
    app.evaluate(
      (_, { at, name, button }) => {
        (globalThis as unknown as { notices: Recorded[] }).notices[at]?.emit(name, {}, button);
      },
      { at: index, name: event[0], button: event[1] },
    );

  it('says how a failed run ended, without its output, shows it, runs it again, and leaves with a lock', async () => {
    const { app, window } = await fixture.start();
    await record(app);
    await register(window);
    await hide(app);
    await runCode(window, 'print("short")');
    await runCode(window, 'print("a secret in the output")\nraise SystemExit(3)');
    await until(async () => (await notices(app)).length > 0);
    expect(await notices(app)).toEqual([
      {
        title: 'The run failed',
        body: expect.stringMatching(/^It took (less than a second|\d+ s)\.$/),
        isClosed: false,
      },
    ]);

    // A hidden window draws nothing, so Playwright clicks nothing in it.
    await window.evaluate(() => {
      location.hash = '#/secrets';
    });
    await window.getByRole('heading', { name: 'Secrets', level: 1 }).waitFor();
    await emit(app, 0, 'click');
    await editor(window).waitFor();
    expect(await isVisible(app)).toBe(true);
    await output(window).getByText('a secret in the output').waitFor();

    await write(window, 'print("another")');
    await window.keyboard.press('Control+Enter');
    await output(window).getByText('another').waitFor();
    await emit(app, 0, 'click');
    // The editor and its output stay; the earlier run is in a dialog.
    const earlier = window.getByRole('dialog', { name: 'Earlier run' });
    await earlier.getByText('a secret in the output').first().waitFor();
    await window.keyboard.press('Escape');
    await earlier.waitFor({ state: 'hidden' });
    await emit(app, 0, 'action', 1);
    await output(window).getByText('a secret in the output').waitFor();
    await outcome(window).getByText('Failed').waitFor();

    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
    await window.getByRole('heading', { name: 'Locked' }).waitFor();
    const left = await notices(app);
    expect(left.filter(({ isClosed }) => !isClosed)).toEqual([]);
    await emit(app, 0, 'action', 1);
    await window.getByRole('heading', { name: 'Locked' }).waitFor();
  });

  it('is not shown when the settings turn it off', async () => {
    const { app, window } = await fixture.start();
    await record(app);
    await register(window);
    await goTo(window, 'Settings');
    await window.getByLabel('Notify me when runs end').uncheck();
    await goTo(window, 'Run');
    await hide(app);
    await runCode(window, 'raise SystemExit(3)');
    await app.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3000)));
    expect(await notices(app)).toEqual([]);
  });
});
