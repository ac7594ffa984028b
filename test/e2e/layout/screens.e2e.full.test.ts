import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, makeSecret, register, runCode, useInterface } from '../interface.ts';
import { checkScreen } from './check-screen.ts';

describeInterface('every screen can be used by everyone, light, dark and narrow:', () => {
  const ui = useInterface();
  const minutes = 60_000;

  it('the door, and Secrets, empty and full', { timeout: 4 * minutes }, async () => {
    const page = await ui.open();
    await checkScreen(page, 'door');
    await register(page);
    await goTo(page, 'Secrets');
    await page.getByText('No secrets yet').waitFor();
    await checkScreen(page, 'secrets-empty');
    await makeSecret(page, 'API_TOKEN');
    await checkScreen(page, 'secrets');
    await page.getByRole('button', { name: 'Import .env' }).click();
    await checkScreen(page, 'secrets-import');
    const text = 'API_TOKEN=another-value\nDB_URL="postgres://db/app"\nPIN=12\n1BAD=x';
    await page.getByLabel('Or paste its contents').fill(text);
    await page.getByRole('button', { name: 'Preview' }).click();
    await checkScreen(page, 'secrets-import-preview');
  });

  it('Run and Activity', { timeout: 4 * minutes }, async () => {
    const page = await ui.enter();
    await checkScreen(page, 'run-empty');
    await makeSecret(page, 'API_TOKEN');
    await goTo(page, 'Run');
    await runCode(page, goodProgram);
    await runCode(page, badProgram);
    await checkScreen(page, 'run-failed');
    await page.getByLabel('All secrets').uncheck();
    await page.getByLabel('API_TOKEN').waitFor();
    await checkScreen(page, 'run-secrets');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Earlier runs' }).getByText('Failed').waitFor();
    await checkScreen(page, 'run-history');
    await goTo(page, 'Activity');
    await page.getByRole('region', { name: 'Runs' }).getByText('Failed').waitFor();
    await checkScreen(page, 'activity-runs');
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('region', { name: 'Audit log' }).getByText('Created the account').waitFor();
    await checkScreen(page, 'activity-audit');
  });

  it('Access, Settings, the commands and the gallery', { timeout: 4 * minutes }, async () => {
    // The first account of the machine; the second one, which is tested, cannot change machine settings.
    await ui.enter();
    const page = await ui.enter();
    await goTo(page, 'Access');
    await page.getByText('No API keys yet').waitFor();
    await checkScreen(page, 'access');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('packages').check();
    await page.getByLabel('Only these secrets').fill('API_TOKEN');
    await page.getByText('This key cannot add packages').waitFor();
    await page.getByText('This key sees only its own runs').waitFor();
    await checkScreen(page, 'access-new-key');
    await page.getByLabel('Only these secrets').fill('');
    await page.getByLabel('secrets', { exact: true }).check();
    await page.getByText('This key cannot add packages').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await goTo(page, 'Settings');
    await page.getByLabel('Runs to keep').waitFor();
    await checkScreen(page, 'settings');
    const ofMachine = page.getByLabel('Other people may register on this machine');
    await page.getByText('Only its first account can change this setting.').waitFor();
    expect(await ofMachine.isDisabled()).toBe(true);
    await ofMachine.scrollIntoViewIfNeeded();
    await checkScreen(page, 'settings-of-another');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Type a command').waitFor();
    await checkScreen(page, 'palette');
    await page.keyboard.type('gallery');
    await page.getByText('No matching command.').waitFor();
    await page.keyboard.press('Escape');
    // The gallery is for developers and has no link, only an address.
    await page.evaluate(() => {
      location.hash = '/gallery';
    });
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    await checkScreen(page, 'gallery');
  });

  it('the vault, closed and open, and the lock', { timeout: 4 * minutes }, async () => {
    const page = await ui.enter();
    await goTo(page, 'Vault');
    await page.getByRole('heading', { name: 'Choose a master password' }).waitFor();
    await checkScreen(page, 'vault-closed');
    await openVault(page);
    await checkScreen(page, 'vault-open');
    await page.getByRole('complementary', { name: 'Run options' }).waitFor();
    await checkScreen(page, 'vault-options');
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await checkScreen(page, 'locked');
  });
});

const goodProgram = 'print("\\x1b[32mgood\\x1b[0m \\x1b[1mnews\\x1b[0m")\nopen("table.csv", "w").write("a,b\\n1,2\\n")';
const badProgram = 'import sys\nprint("so far so good")\nprint("then it broke", file=sys.stderr)\nraise ValueError(42)';

async function openVault(page: Page): Promise<void> {
  await page.getByLabel('Master password').fill('the master password');
  await page.getByLabel('Repeat it').fill('the master password');
  await page.getByRole('button', { name: 'Set master password' }).click();
  await page.getByLabel('Name', { exact: true }).fill('report.py');
  await page.getByLabel('Description').fill('Monthly figures');
  await page.getByRole('textbox', { name: 'Vault code' }).focus();
  await page.keyboard.insertText('total = sum(range(10))\nprint(f"total {total}")\n');
  await page.getByRole('button', { name: 'Save encrypted' }).click();
  await page.getByRole('button', { name: 'Decrypt and run' }).click();
  await page.getByRole('region', { name: 'Program output' }).getByText('total 45').waitFor();
}
