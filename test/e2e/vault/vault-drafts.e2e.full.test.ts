import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, register, signInAgain, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { importField, masterPassword, openVault, scriptRow, vaultCode, writeVaultCode } from './vault-page.ts';

const sentinel = 'vault-draft-sentinel-3e77';

describeInterface('unsaved changes of the vault', () => {
  const ui = useInterface();

  it('come back after a lock and a reload with the master password alone, and leave the page sealed', async () => {
    const page = await ui.open();
    const sent = bodiesSent(page);
    const email = await register(page);
    await openVault(page);
    await drop(page, importField(page), [{ name: 'kept.py', text: 'print("kept")' }]);
    await scriptRow(page, 'kept.py').click();
    await writeVaultCode(page, `print("${sentinel}")`);
    await page.getByLabel('Arguments').fill('kept argument');
    await page.getByRole('button', { name: 'New script' }).click();
    await writeVaultCode(page, `print("new ${sentinel}")`);
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await signInAgain(page);
    await scriptRow(page, 'kept.py').getByLabel('unsaved changes').waitFor({ state: 'attached' });
    await scriptRow(page, 'kept.py').click();
    await page.getByLabel('Master password').fill('another password');
    await page.keyboard.press('Enter');
    await page.getByText('does not decrypt kept.py, which was saved last').waitFor();
    expect(await page.content()).not.toContain(sentinel);
    await unlock(page);
    await expect.poll(() => vaultCode(page).innerText()).toContain(sentinel);
    expect(await page.getByLabel('Arguments').inputValue()).toBe('kept argument');

    await page.reload();
    await signInAgain(page, email);
    await page.getByRole('button', { name: 'New script' }).getByLabel('unsaved changes').waitFor({ state: 'attached' });
    await unlock(page);
    await expect.poll(() => vaultCode(page).innerText()).toContain(`new ${sentinel}`);
    await page.getByLabel('Name', { exact: true }).fill('new.py');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await scriptRow(page, 'new.py').waitFor();
    await page.getByRole('button', { name: 'New script' }).getByLabel('unsaved changes').waitFor({ state: 'detached' });

    expect(sent.join()).not.toContain(sentinel);
    expect(sent.join()).not.toContain(masterPassword);
    expect(await storages(page)).not.toMatch(new RegExp(`${sentinel}|${masterPassword}|kept\\.py`));
  });

  it('of an empty vault are kept when the window locks before the daemon has them', async () => {
    const page = await ui.open();
    await register(page);
    await openVault(page);
    await page.route('**/drafts/script-new', () => undefined);
    await writeVaultCode(page, `print("${sentinel}")`);
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.unroute('**/drafts/script-new');
    await page.route('**/drafts/script-new', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await signInAgain(page);
    await page.getByRole('heading', { name: 'Open the vault' }).waitFor();
    await unlock(page);
    await expect.poll(() => vaultCode(page).innerText()).toContain(sentinel);
  });

  it('of an empty vault ask for the password they were sealed with, until they are discarded', async () => {
    const page = await ui.open();
    const email = await register(page);
    await openVault(page);
    await writeVaultCode(page, `print("${sentinel}")`);
    await page.waitForResponse((response) => response.url().endsWith('/drafts/script-new') && response.ok());
    await page.reload();
    await signInAgain(page, email);
    await page.getByLabel('Master password').fill('another password');
    await page.keyboard.press('Enter');
    await page.getByText('does not decrypt your unsaved script').waitFor();
    await checkScreen(page, 'vault-sealed-draft');
    await page.getByRole('button', { name: 'Discard the unsaved changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Choose a master password' }).waitFor();
  });
});

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Master password').fill(masterPassword);
  await page.keyboard.press('Enter');
  await vaultCode(page).waitFor();
}

const storages = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));

function bodiesSent(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`));
  return bodies;
}
