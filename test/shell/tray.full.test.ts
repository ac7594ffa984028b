/** The menu of the tray icon, which is clicked here as the system does it. */
import type { ElectronApplication } from 'playwright';
import { expect, it } from 'vitest';
import { goTo, register } from '../e2e/interface.ts';
import { openVault, vaultCode, writeVaultCode } from '../e2e/vault/vault-page.ts';
import { until } from '../support/until.ts';
import { describeShell, useShell } from './real-shell.ts';

describeShell('the tray', () => {
  const fixture = useShell();

  const record = (app: ElectronApplication) =>
    app.evaluate(({ Tray }) => {
      const { setContextMenu } = Tray.prototype;
      Tray.prototype.setContextMenu = function keep(menu) {
        Object.assign(globalThis, { menu });
        return setContextMenu.call(this, menu);
      };
    });
  const labels = (app: ElectronApplication) =>
    app.evaluate(() => (globalThis as unknown as { menu?: Electron.Menu }).menu?.items.map(({ label }) => label) ?? []);
  const click = (app: ElectronApplication, name: string) =>
    app.evaluate((_, label) => {
      const { menu } = globalThis as unknown as { menu?: Electron.Menu };
      menu?.items.find((one) => one.label === label)?.click();
    }, name);

  it('lists the scripts that were opened last, opens one in the window, and has none after a lock', async () => {
    const { app, window } = await fixture.start();
    await window.getByLabel('E-mail').waitFor();
    await record(app);
    await register(window);
    await openVault(window);
    for (const name of ['nightly report', 'backup.sh']) {
      await goTo(window, 'Vault');
      if (name === 'backup.sh') await window.getByRole('button', { name: 'New script' }).click();
      await window.getByLabel('Name', { exact: true }).fill(name);
      await writeVaultCode(window, `print("${name} runs")`);
      await window.getByRole('button', { name: 'Save encrypted' }).click();
      await window.getByText(`${name} is saved, encrypted.`).first().waitFor();
    }
    await until(
      async () => (await labels(app)).includes('backup.sh') && (await labels(app)).includes('nightly report'),
    );
    const shown = await labels(app);
    expect(shown.slice(shown.indexOf('Recent scripts'))).toEqual([
      'Recent scripts',
      'backup.sh',
      'nightly report',
      '',
      'Quit Strongroom',
    ]);

    await goTo(window, 'Secrets');
    await window.getByRole('heading', { name: 'Secrets', level: 1 }).waitFor();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await click(app, 'nightly report');
    await vaultCode(window).getByText('nightly report runs').waitFor();
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
    await until(async () => (await labels(app)).indexOf('nightly report') < (await labels(app)).indexOf('backup.sh'));

    await click(app, 'Lock');
    await until(async () => !(await labels(app)).includes('Recent scripts'));
    expect(await labels(app)).not.toContain('nightly report');
    await window.getByRole('heading', { name: 'Locked' }).waitFor();
  });
});
