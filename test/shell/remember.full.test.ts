/** "Remember me on this computer", from the tick in the box to the next start, and what a lock makes of it. */
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { keepSession } from '../../src-shared/contracts/remembered.contract.ts';
import { missingPrograms, startSecretService } from '../daemon/keystore/secret-service.ts';
import { goTo, password } from '../e2e/interface.ts';
import { until } from '../support/until.ts';
import { describeShell, exited, type RunningShell, useShell } from './real-shell.ts';

describeShell('a window that is remembered', () => {
  const fixture = useShell();
  const kept = () => existsSync(`${fixture.dataDir}-key/session`);
  const box = (window: Page) => window.getByLabel('Remember me on this computer');
  const inside = (window: Page) => window.getByRole('navigation', { name: 'Screens' }).waitFor();
  const asks = (window: Page) => window.getByLabel('Password').waitFor();
  let accounts = 0;

  async function enter({ remember }: { remember: boolean }): Promise<RunningShell> {
    const shell = await fixture.start();
    await createAccount(shell.window, { remember });
    if (remember) await until(kept);
    return shell;
  }

  async function createAccount(window: Page, { remember }: { remember: boolean }): Promise<void> {
    accounts += 1;
    const create = window.getByRole('button', { name: 'Create an account' });
    await window.getByLabel('E-mail').waitFor();
    if (await create.isVisible()) await create.click();
    await window.getByLabel('E-mail').fill(`user-${accounts}@example.com`);
    await window.getByLabel('Password').fill(password);
    await window.getByLabel('Repeat it').fill(password);
    // The choice of an earlier account of this window stays in the box.
    if (accounts === 1) expect(await box(window).isChecked()).toBe(false);
    await box(window).setChecked(remember);
    await window.getByRole('button', { name: 'Create account' }).click();
    await inside(window);
  }

  const lock = ({ app }: RunningShell) => app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'));
  const proof = (window: Page) =>
    window.evaluate(async () => {
      const challenge = btoa('x'.repeat(64));
      const { strongroomShell } = globalThis as unknown as {
        strongroomShell: { prove(request: object): Promise<string | null> };
      };
      return (await strongroomShell.prove({ purpose: 'restore', challenge })) !== null;
    });

  it('asks at the next start, unless the box was ticked', async () => {
    const first = await enter({ remember: false });
    await first.quit();
    expect(kept()).toBe(false);
    await asks((await fixture.start()).window);
  });

  it('is signed in at the next start, after a crash of the app too, until it is forgotten', async () => {
    const first = await enter({ remember: true });
    await first.quit();
    const second = await fixture.start();
    await inside(second.window);
    // A window that closes with the app is not a lock.
    await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined);
    await second.quit();
    const third = await fixture.start();
    await inside(third.window);
    const { pid } = third.runFile();
    await third.kill();
    process.kill(pid, 'SIGTERM');
    await exited(pid);

    const fourth = await fixture.start();
    await inside(fourth.window);
    await goTo(fourth.window, 'Settings');
    await until(() => box(fourth.window).isChecked());
    await box(fourth.window).uncheck();
    await until(() => !kept());
    await fourth.quit();
    await asks((await fixture.start()).window);
  });

  it('says so in the settings when they were open before the daemon stored the session', async () => {
    const { window } = await fixture.start();
    await window.getByLabel('E-mail').waitFor();
    // Playwright's `route` does not see what the shell itself carries to the daemon.
    await window.evaluate(
      ({ path, method }) => {
        const { fetch: send } = globalThis;
        const held = new Promise((resolve) => Object.assign(globalThis, { release: resolve }));
        globalThis.fetch = async (input, init) => {
          if (String(input).endsWith(path) && init?.method === method) await held;
          return send(input, init);
        };
      },
      { path: keepSession.path, method: keepSession.method },
    );
    await createAccount(window, { remember: true });
    await goTo(window, 'Settings');
    await box(window).waitFor();
    expect(await box(window).isChecked()).toBe(false);
    await window.evaluate(() => (globalThis as unknown as { release(): void }).release());
    await until(() => box(window).isChecked());
    await box(window).uncheck();
    await until(() => !kept());
  });

  it('asks once it was locked, then and at the next start', async () => {
    const shell = await enter({ remember: true });
    expect(await proof(shell.window)).toBe(true);
    await lock(shell);
    await shell.window.getByRole('heading', { name: 'Locked' }).waitFor();
    await until(() => !kept());
    expect(await proof(shell.window)).toBe(false);
    // The earlier choice is still ticked, and applies again after the login.
    expect(await box(shell.window).isChecked()).toBe(true);
    await shell.quit();
    await asks((await fixture.start()).window);
  });

  it('asks once it was locked even where the daemon heard nothing of it', async () => {
    const shell = await enter({ remember: true });
    const { pid } = shell.runFile();
    process.kill(pid, 'SIGSTOP');
    await lock(shell);
    await shell.kill();
    // Never continued: it would find the window's last words in its socket.
    process.kill(pid, 'SIGKILL');
    await exited(pid);
    expect(kept()).toBe(true);
    const { window } = await fixture.start();
    await asks(window);
    expect(await proof(window)).toBe(false);
  });
});

const canHaveKeychain = missingPrograms.length === 0;
if (!canHaveKeychain)
  process.stderr.write(`SKIPPED: a remembered window and a real keychain: ${missingPrograms} missing\n`);

describeShell('a window that a keychain remembers', () => {
  const fixture = useShell(() => ({ DBUS_SESSION_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' }));
  // Chromium's own use of the keychain is no part of this.
  const flags = ['--key-store', 'os', '--password-store=basic'];

  it.skipIf(!canHaveKeychain && process.env.CI !== 'true')(
    'is signed in from it; where it is locked or does not answer the window says so, and the password lets in',
    async () => {
      const service = await startSecretService();
      onTestFinished(() => service.stop());
      const first = await fixture.start(flags);
      await first.window.getByLabel('E-mail').fill('someone@example.com');
      await first.window.getByLabel('Password').fill(password);
      await first.window.getByLabel('Repeat it').fill(password);
      await first.window.getByLabel('Remember me on this computer').check();
      await first.window.getByRole('button', { name: 'Create account' }).click();
      const inside = (window: Page) => window.getByRole('navigation', { name: 'Screens' }).waitFor();
      await inside(first.window);
      await goTo(first.window, 'Settings');
      await until(() => first.window.getByLabel('Remember me on this computer').isChecked());
      expect(existsSync(`${fixture.dataDir}-key/session`)).toBe(false);
      await first.quit();

      const second = await fixture.start(flags);
      await inside(second.window);
      const { pid } = second.runFile();
      // The daemon serves on: it is this session alone that the keychain has to give.
      await second.kill();
      service.freeze();
      const third = await fixture.start(flags);
      await third.window.getByText('You could not be logged in automatically.', { exact: false }).waitFor();
      service.thaw();
      await third.window.getByRole('button', { name: 'Try again' }).click();
      await inside(third.window);

      await third.kill();
      service.lock();
      const last = await fixture.start(flags);
      const notice = last.window.getByText('You could not be logged in automatically. The keychain is locked', {
        exact: false,
      });
      await notice.waitFor();
      const { violations } = await new AxeBuilder({ page: last.window }).setLegacyMode().analyze();
      expect(violations).toEqual([]);
      await last.window.getByLabel('E-mail').fill('someone@example.com');
      await last.window.getByLabel('Password').fill(password);
      await last.window.keyboard.press('Enter');
      await inside(last.window);
      await last.quit();
      process.kill(pid, 'SIGTERM');
      await exited(pid);
    },
  );
});
