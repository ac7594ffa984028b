/** Electron's security checklist (electronjs.org, Security), as far as a test can hold it; docs/security/desktop-app.md has the rest. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../e2e/interface.ts';
import { describeShell, type RunningShell, root, useShell } from './real-shell.ts';

describeShell('the shell against its own page', () => {
  const fixture = useShell();
  let foreign: Server;
  let foreignUrl: string;
  const visits: string[] = [];

  beforeAll(async () => {
    foreign = createServer((request, response) => {
      visits.push(request.url ?? '');
      response.setHeader('content-type', 'text/html').end('<h1>Foreign</h1>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  });
  afterAll(() => foreign.close());

  async function enter(): Promise<RunningShell> {
    const shell = await fixture.start();
    await register(shell.window);
    // Addresses to open outside of the app are only recorded.
    await shell.app.evaluate(({ shell: system }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      system.openExternal = async (url: string) => void opened.push(url);
    });
    return shell;
  }

  it('gives a page no Node, in a sandbox of its own, and ten functions', async () => {
    const { app, window } = await enter();
    const found = await window.evaluate(() => ({
      node: ['require', 'process', 'Buffer', 'module', 'global'].filter((name) => name in globalThis),
      shell: Object.keys((globalThis as unknown as { strongroomShell: object }).strongroomShell),
      page: 'strongroomPage' in globalThis,
    }));
    expect(found.node).toEqual([]);
    expect(found.page).toBe(false);
    expect(found.shell).toEqual([
      'reportState',
      'reportRunEnd',
      'reportRecentScripts',
      'prove',
      'readSettings',
      'saveSettings',
      'lendSession',
      'onLock',
      'onLend',
      'onOpening',
    ]);
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0] ?? {};
      return (webContents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    });
  });

  it('lets a page neither go elsewhere, nor open a window, nor load or embed anything foreign', async () => {
    const { app, window } = await enter();
    const before = window.url();
    await window.evaluate(async (url) => {
      globalThis.open(url);
      globalThis.open('/docs', '_blank', 'noopener');
      const link = Object.assign(document.createElement('a'), { href: url, target: '_blank' });
      document.body.append(link);
      link.click();
      const webview = document.createElement('webview');
      webview.setAttribute('src', url);
      const frame = Object.assign(document.createElement('iframe'), { src: url });
      const image = Object.assign(document.createElement('img'), { src: `${url}/image` });
      document.body.append(webview, frame, image);
      await fetch(url, { mode: 'no-cors' }).catch(() => undefined);
      location.href = url;
    }, foreignUrl);
    await window.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(window.url()).toBe(before);
    expect(visits).toEqual([]);
    const { windows, opened } = await app.evaluate(({ BrowserWindow }) => ({
      windows: BrowserWindow.getAllWindows().length,
      opened: (globalThis as unknown as { opened: string[] }).opened,
    }));
    expect(windows).toBe(1);
    expect(opened).toEqual([`${new URL(before).origin}/docs`]);
  });

  it('keeps the rest of the daemon, files and scripts out of the address of the window', async () => {
    const { window } = await enter();
    const before = window.url();
    for (const url of ['/docs', '/api/v1', 'file:///etc/passwd', 'data:text/html,hi', 'strongroom://open/settings']) {
      await window.evaluate((to) => {
        location.href = to;
      }, url);
      await window.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
      expect(window.url()).toBe(before);
    }
  });

  it('grants no permission but writing to the clipboard', async () => {
    const { app, window } = await enter();
    const states = await window.evaluate(async () => {
      const names = ['geolocation', 'camera', 'microphone', 'notifications', 'midi', 'clipboard-read'];
      const asked = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state)),
      );
      const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      );
      return { asked, media, notification: await Notification.requestPermission() };
    });
    expect(states.asked.filter((state) => state === 'granted')).toEqual([]);
    expect(states.media).not.toBe('granted');
    expect(states.notification).toBe('denied');
    const handlers = await app.evaluate(({ session }) => session.defaultSession.isPersistent());
    expect(handlers).toBe(true);
  });

  it('answers no frame but its own pages, and nothing that is not as declared', async () => {
    const { app, window } = await enter();
    const outcome = await app.evaluate(
      async ({ BrowserWindow }, { preload, url }) => {
        const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        const asked: string[] = [];
        for (const address of ['about:blank', `${url}/`]) {
          await foreign.loadURL(address).catch(() => undefined);
          asked.push(
            await foreign.webContents.executeJavaScript(
              `globalThis.strongroomShell ? strongroomShell.readSettings().then(() => 'answered', String) : 'no shell'`,
            ),
          );
        }
        foreign.destroy();
        return asked;
      },
      { preload: join(root, 'out/preload/index.cjs'), url: new URL(window.url()).origin },
    );
    // The second shows the interface's own address, in a window that is not the app's.
    for (const answer of outcome) expect(answer).toMatch(/not for this page|no shell/);

    const refusals = await window.evaluate(async () => {
      const shell = (globalThis as unknown as { strongroomShell: Record<string, (input: unknown) => Promise<unknown>> })
        .strongroomShell;
      const bad: [string, unknown][] = [
        ['saveSettings', { openAtLogin: 'yes' }],
        ['saveSettings', { path: '/etc/passwd' }],
        ['saveSettings', { quickShortcut: 'CommandOrControl+C' }],
        ['lendSession', { token: 'a' }],
        ['prove', { purpose: 'anything', challenge: btoa('x'.repeat(64)) }],
        ['prove', { purpose: 'restore', challenge: 'short' }],
        ['reportState', { signedIn: true, autoLockMinutes: 0 }],
        ['reportRunEnd', { id: 'a', status: 'succeeded', durationMs: 1, code: 'secret' }],
        ['reportRunEnd', { id: 'a', status: 'succeeded', durationMs: 1, script: '../a' }],
        ['reportRecentScripts', ['a\nb']],
        ['reportRecentScripts', ['a', 'b', 'c', 'd', 'e', 'f']],
        ['reportRunEnd', { id: 'a b', status: 'succeeded', durationMs: 1 }],
      ];
      return Promise.all(
        bad.map(([name, input]) =>
          shell[name]?.(input).then(
            () => 'taken',
            () => 'refused',
          ),
        ),
      );
    });
    expect(refusals).toEqual(refusals.map(() => 'refused'));
  });
});
