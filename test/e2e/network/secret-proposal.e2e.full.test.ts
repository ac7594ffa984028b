/** A secret that is bound to hosts brings its network rules, and its hosts are allowed in the same place. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, output, useInterface, write } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { openVault, writeVaultCode } from '../vault/vault-page.ts';

const code = 'import os\nprint(os.environ["SERVICE_TOKEN"][:19])\n';

describeInterface('a secret that is bound to a host', () => {
  const ui = useInterface();
  const minutes = 60_000;

  it('is used in four actions', async () => {
    const page = await ui.enter();
    await saveBoundSecret(page);
    await goTo(page, 'Run');
    await write(page, code);
    await page.getByLabel('All secrets').uncheck();
    await page.getByLabel('SERVICE_TOKEN').check();
    await page.getByRole('button', { name: 'Allow and add the rule' }).click();
    await page.getByRole('group', { name: 'Rule for api.example.com' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('srph_SERVICE_TOKEN_').waitFor();
    expect(await page.getByLabel('Only these hosts').isChecked()).toBe(true);
    await page.getByLabel('SERVICE_TOKEN').first().uncheck();
    await page.getByText('No host yet').waitFor();
  });

  it('does not run before its rule is taken, and says what is needed at every size', {
    timeout: 4 * minutes,
  }, async () => {
    const page = await ui.enter();
    await saveBoundSecret(page);
    await goTo(page, 'Run');
    await write(page, code);
    await page.getByLabel('All secrets').uncheck();
    await page.getByLabel('SERVICE_TOKEN').check();
    await page.getByRole('group', { name: 'Rules for SERVICE_TOKEN' }).waitFor();
    await checkScreen(page, 'run-secret-proposal');
    ui.expectErrors(422);
    await page.keyboard.press('Control+Enter');
    await page.getByText('The secret SERVICE_TOKEN has hosts').first().waitFor();
  });

  it('has its hosts allowed when it is saved, so that only the rule is added', { timeout: 4 * minutes }, async () => {
    const page = await ui.enter();
    await saveBoundSecret(page, async () => {
      await page.getByLabel('Let network rules allow these hosts').check();
      await checkScreen(page, 'secrets-allow-hosts');
    });
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('call.py');
    await writeVaultCode(page, code);
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByText('call.py is saved, encrypted.').first().waitFor();
    const options = page.getByRole('complementary', { name: 'Run options' });
    await options.getByLabel('All secrets').uncheck();
    await options.getByLabel('SERVICE_TOKEN').focus();
    await page.keyboard.press('Space');
    await options.getByText('The network changes to “Only these hosts”').waitFor();
    await options.getByRole('button', { name: 'Add the rule', exact: true }).focus();
    await page.keyboard.press('Enter');
    await options.getByRole('group', { name: 'Rule for api.example.com' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Secrets for this run');
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await page.getByRole('region', { name: 'Program output' }).getByText('srph_SERVICE_TOKEN_').waitFor();
  });
});

async function saveBoundSecret(page: Page, before: () => Promise<void> = async () => undefined): Promise<void> {
  await goTo(page, 'Secrets');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByLabel('Name', { exact: true }).fill('SERVICE_TOKEN');
  await page.getByLabel('Value', { exact: true }).fill('a long enough value');
  await page.getByLabel('Only in requests to these hosts').check();
  await page.getByLabel('Host', { exact: true }).fill('api.example.com');
  await before();
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByRole('rowheader', { name: 'SERVICE_TOKEN' }).waitFor();
}
