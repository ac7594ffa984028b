import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, output, useInterface, write } from '../interface.ts';

const masterPassword = 'the master password';
const sentinel = 'vault-sentinel-5a1f';

describeInterface('the vault on screen', () => {
  const ui = useInterface();

  it('encrypts in the window, opens, runs, keeps revisions and forgets the password on lock', {
    timeout: 120_000,
  }, async () => {
    const page = await ui.enter();
    const sent = bodiesSent(page);
    await write(page, `print("${sentinel}".upper())`);
    await page.getByRole('button', { name: 'Save to vault' }).click();
    await unlock(page);
    await page.getByLabel('Name').fill('greeting');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByText('greeting is saved, encrypted.').first().waitFor();
    expect(sent.join()).toContain('encryptedPayload');
    expect(sent.join()).not.toContain(sentinel);
    expect(sent.join()).not.toContain(masterPassword);

    await goTo(page, 'Vault');
    await page.getByRole('treeitem', { name: /greeting/ }).click();
    const code = page.getByRole('textbox', { name: 'Vault code' });
    await expect.poll(() => code.innerText()).toContain(sentinel);
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText(sentinel.toUpperCase()).waitFor();

    await code.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# second\n');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByText(/revision 2/).waitFor();
    await page.getByRole('button', { name: 'Revisions' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Changes' }).getByText('# second').waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.getByLabel('Password').fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Open the vault' }).waitFor();
    await page.getByLabel('Master password').fill('another password');
    await page.keyboard.press('Enter');
    await page.getByText(/does not decrypt greeting/).waitFor();
    await page.getByRole('treeitem', { name: /greeting/ }).click();
    expect(await page.content()).not.toContain(sentinel);
  });
});

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Master password').fill(masterPassword);
  await page.getByLabel('Repeat it').fill(masterPassword);
  await page.getByRole('button', { name: 'Set master password' }).click();
}

function bodiesSent(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  return bodies;
}
