/** The interface of a daemon whose programs run in a cluster. The answers of a real daemon are changed on their way. */
import type { Page, Route } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { goTo, outcome, runCode, useInterface } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

const cluster = 'prod-eu, namespace strongroom';

async function moveToCluster(page: Page): Promise<void> {
  const change = (edit: (text: string) => string) => async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: edit(await response.text()) });
  };
  await page.route(
    '**/api/v1/health',
    change((text) => {
      const health = JSON.parse(text) as { engine: object };
      return JSON.stringify({ ...health, engine: { ...health.engine, name: 'kubernetes', place: 'cluster', cluster } });
    }),
  );
  await page.route(
    '**/api/v1/execute',
    change((text) => text.replaceAll('"place":"machine"', '"place":"cluster"')),
  );
}

describeInterface('a daemon with a cluster', () => {
  const ui = useInterface();
  const box = (page: Page) => page.getByRole('checkbox', { name: 'Programs may run in the cluster' });

  it('is named in the rail, at the run, and in the settings, where its owner allows it', async () => {
    const page = await ui.enter();
    await moveToCluster(page);
    const rail = page.getByRole('navigation', { name: 'Screens' });
    await rail.getByText(`kubernetes: ready, cluster ${cluster}`).waitFor();
    await runCode(page, 'print(1)');
    await outcome(page).getByText(`, cluster ${cluster}`).waitFor();
    await goTo(page, 'Settings');
    await page.getByText(`Programs run in the cluster ${cluster}, not on this machine.`).waitFor();
    expect(await box(page).isChecked()).toBe(false);
    await box(page).focus();
    await page.keyboard.press('Space');
    await checkScreen(page, 'settings-cluster');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('Settings saved.').first().waitFor();
    await page.unroute('**/api/v1/health');
    await rail.getByText('docker: ready', { exact: true }).waitFor();
    // A setting that is on stays visible, so that it can be turned off.
    expect(await box(page).isChecked()).toBe(true);
  });

  it('does not show on a daemon without one', async () => {
    const page = await ui.enter();
    await goTo(page, 'Settings');
    await page.getByRole('checkbox', { name: 'Programs outside of the sandbox may get secrets' }).waitFor();
    expect(await box(page).count()).toBe(0);
    expect(await page.getByText('cluster').count()).toBe(0);
  });
});
