import type { Page } from 'playwright';
import { it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, makeSecret, runCode, useInterface, write } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { openVault } from '../vault/vault-page.ts';
import { addRule, connectTo, sendTo, showNetwork } from './network-page.ts';

describeInterface('the screens with network rules can be used by everyone, light, dark and narrow:', () => {
  const ui = useInterface();
  const minutes = 60_000;

  it('rules, a run that waits, and its network', { timeout: 4 * minutes }, async () => {
    const page = await ui.enter();
    await addBoundSecret(page);
    await goTo(page, 'Run');
    await addRule(page, 'api.example.com');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('list', { name: 'Hosts' }).getByLabel('BOUND_TOKEN').check();
    await page.getByRole('button', { name: 'Add a host' }).click();
    await page.keyboard.type('not-allowed.example.net');
    await page.getByRole('button', { name: 'Add a host' }).click();
    await page.keyboard.type('127.1');
    await page.keyboard.press('Tab');
    await checkScreen(page, 'run-rules');
    for (const name of ['Remove 127.1', 'Remove not-allowed.example.net'])
      await page.getByRole('button', { name }).click();
    await runCode(page, connectTo('telemetry.example.net', 'a-long-name-of-a-service.telemetry.example.net'));
    await showNetwork(page);
    await page.getByRole('button', { name: 'Allow once: telemetry.example.net' }).waitFor();
    await checkScreen(page, 'run-network');
    await page.getByRole('button', { name: 'Allow once: telemetry.example.net' }).click();
    await checkScreen(page, 'run-network-allow');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Earlier runs' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Totals of each host' }).scrollIntoViewIfNeeded();
    await checkScreen(page, 'run-network-history');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Options' }).click();
    await page.getByLabel('Ask me').check();
    await write(page, `${connectTo('telemetry.example.net')}${sendTo('telemetry.example.net')}`);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Deny: telemetry.example.net:443' }).waitFor();
    await checkScreen(page, 'run-held');
  });

  it('secrets, settings and scripts', { timeout: 4 * minutes }, async () => {
    const page = await ui.enter();
    await addBoundSecret(page, () => checkScreen(page, 'secrets-hosts'));
    await makeSecret(page, 'VARIABLE_TOKEN');
    await checkScreen(page, 'secrets-both');
    await goTo(page, 'Settings');
    const settings = page.getByRole('region', { name: 'Network', exact: true });
    for (const host of ['*.example.com', '*', 'Not.Valid']) {
      await settings.getByRole('button', { name: 'Add a host' }).click();
      await page.keyboard.type(host);
    }
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('The host must be in lower case.').waitFor();
    await checkScreen(page, 'settings-network');
    await openVault(page);
    await page.getByRole('button', { name: 'Network rules' }).click();
    await page.getByRole('dialog').getByLabel('Only these hosts').check();
    await page.getByRole('button', { name: 'Add a host' }).click();
    await page.keyboard.type('api.example.com');
    await page.getByRole('button', { name: 'Allow in settings' }).waitFor();
    await checkScreen(page, 'vault-rules');
  });
});

/** Creates a secret that is used only in requests to a host. */
async function addBoundSecret(page: Page, check: () => Promise<void> = async () => undefined): Promise<void> {
  await goTo(page, 'Secrets');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByLabel('Name', { exact: true }).fill('BOUND_TOKEN');
  await page.getByLabel('Value', { exact: true }).fill('a long enough value');
  await page.getByLabel('Only in requests to these hosts').check();
  await page.getByLabel('Host', { exact: true }).fill('api.example.com');
  await page.getByRole('button', { name: 'Choose other parts of the request' }).click();
  await page.getByLabel('Name 1').fill('x-vendor-key');
  await check();
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByRole('rowheader', { name: 'BOUND_TOKEN' }).waitFor();
}
