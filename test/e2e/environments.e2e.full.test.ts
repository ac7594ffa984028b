import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { goTo, makeSecret, output, runCode, useInterface } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';
import { openVault, writeVaultCode } from './vault/vault-page.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Environments' });
const shows = 'import os\nprint(*[os.environ.get(n) for n in ("API", "MODE", "STAGING_KEY", "OTHER_KEY")])\n';

describeInterface('named environments', () => {
  const ui = useInterface();

  it('are made once by keyboard, and chosen for each run', async () => {
    const page = await ui.enter();
    await makeSecret(page, 'STAGING_KEY', 'the value of staging');
    await makeSecret(page, 'OTHER_KEY', 'the value of another');
    await goTo(page, 'Run');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('edit env');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('No environment yet').waitFor();
    await checkScreen(page, 'environments-empty');
    await dialog(page).getByRole('button', { name: 'New environment' }).press('Enter');
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('staging');
    await dialog(page).getByLabel('Variables').fill('API=https://staging.example\nMODE');
    await dialog(page).getByLabel('Variables').blur();
    await dialog(page).getByText('Line 2 does not have the form NAME=value.').waitFor();
    await checkScreen(page, 'environments-problem');
    await dialog(page).getByLabel('Variables').fill('API=https://staging.example\nMODE=test');
    await dialog(page).getByRole('checkbox', { name: 'STAGING_KEY' }).press('Space');
    await dialog(page).getByRole('button', { name: 'New environment' }).press('Enter');
    await dialog(page).getByLabel('Name').fill('staging');
    await dialog(page).getByText('This name is taken.').waitFor();
    await dialog(page).getByLabel('Name').fill('production');
    await dialog(page).getByLabel('Variables').fill('API=https://production.example');
    await dialog(page).getByText('Draft saved').waitFor();
    await page.keyboard.press('Escape');

    await page.getByLabel('Environment of the run').selectOption('staging');
    await page.getByText('API, MODE; secrets: STAGING_KEY').waitFor();
    await checkScreen(page, 'run-environment');
    await runCode(page, shows);
    await output(page).getByText('https://staging.example test *** None').waitFor();
    await page.getByLabel('Variables').fill('MODE=mine');
    await page.getByLabel('Environment of the run').selectOption('production');
    await runCode(page, shows);
    await output(page).getByText('https://production.example mine *** ***').waitFor();
  });

  it('are chosen for scripts, which do not run without an environment that was deleted', async () => {
    const page = await ui.enter();
    await makeSecret(page, 'STAGING_KEY', 'the value of staging');
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await writeVaultCode(page, shows);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Decrypt and run' }).waitFor();
    await page.getByText('report.py is saved, encrypted.').first().waitFor();
    await page.getByRole('button', { name: 'Edit environments' }).press('Enter');
    await dialog(page).getByRole('button', { name: 'New environment' }).press('Enter');
    await dialog(page).getByLabel('Variables').fill('API=https://staging.example\nMODE=test');
    await dialog(page).getByRole('checkbox', { name: 'STAGING_KEY' }).press('Space');
    await dialog(page).getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByLabel('Environment of the run').selectOption('staging');
    await page.getByText('Changed: environment staging.').waitFor();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('https://staging.example test *** None').waitFor();

    await page.getByRole('button', { name: 'Edit environments' }).click();
    await dialog(page).getByRole('button', { name: 'Delete this environment' }).click();
    await page.getByRole('button', { name: 'Delete environment' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByText('This environment was deleted. Choose another one.').waitFor();
    expect(await page.getByRole('button', { name: 'Decrypt and run' }).isDisabled()).toBe(true);
  });

  it('belong to one account, and are stored as ciphertext', async () => {
    const page = await ui.enter();
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/drafts/environments') && request.method() === 'PUT',
    );
    await page.getByRole('button', { name: 'Edit environments' }).click();
    await dialog(page).getByRole('button', { name: 'New environment' }).click();
    await dialog(page).getByLabel('Variables').fill('PLACE=https://sealed-value.example');
    const body = (await sent).postData() ?? '';
    expect(body).toContain('"payload"');
    expect(body).not.toContain('sealed-value');
    expect(body).not.toContain('PLACE');
    const other = await ui.enter();
    await other.getByRole('button', { name: 'Edit environments' }).click();
    await dialog(other).getByText('No environment yet').waitFor();
  });
});
