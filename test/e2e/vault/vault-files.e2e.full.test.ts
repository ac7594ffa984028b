import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, goTo, makeSecret, output, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';

const sentinel = 'vault-file-sentinel-81c0';

describeInterface('files of the vault', () => {
  const ui = useInterface();

  it('are dropped in, exported sealed, deleted, and read back', { timeout: 200_000 }, async () => {
    const page = await ui.enter();
    await openVault(page);
    await drop(page, page.getByText('or drop them here'), [
      { name: 'hello.py', text: `print("${sentinel}")` },
      { name: 'add.js', text: 'console.log(6 * 7)' },
    ]);
    await stored(page, 'hello.py').waitFor();
    await stored(page, 'add.js').getByText('javascript').waitFor();

    const download = await exported(page);
    const backup = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(backup).code.map(({ name }: { name: string }) => name)).toEqual(['add.js', 'hello.py']);
    expect(backup).not.toContain(sentinel);

    await stored(page, 'hello.py').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await stored(page, 'hello.py').waitFor({ state: 'detached' });

    await drop(page, page.getByText('or drop them here'), [{ name: download.suggestedFilename(), text: backup }]);
    const dialog = page.getByRole('dialog');
    // The deleted script is new again, once the list has been read.
    await expect.poll(() => dialog.getByText('next revision').count()).toBe(1);
    await checkScreen(page, 'vault-restore');
    await dialog.getByRole('button', { name: 'Restore 1 script' }).click();
    await dialog.waitFor({ state: 'detached' });
    await stored(page, 'hello.py').click();
    const code = page.getByRole('textbox', { name: 'Vault code' });
    await expect.poll(() => code.innerText()).toContain(sentinel);
  });

  it('are not read back where the password does not open them, or a byte of them was changed', async () => {
    const page = await ui.enter();
    await openVault(page);
    await drop(page, page.getByText('or drop them here'), [{ name: 'one.py', text: 'print(1)' }]);
    await stored(page, 'one.py').waitFor();
    const backup = JSON.parse(await readFile(await (await exported(page)).path(), 'utf8'));
    const { encryptedPayload } = backup.code[0];
    const swapped = encryptedPayload.ciphertext.startsWith('A') ? 'B' : 'A';
    backup.code[0].encryptedPayload.ciphertext = `${swapped}${encryptedPayload.ciphertext.slice(1)}`;
    backup.code[0].name = 'two.py';
    const text = JSON.stringify(backup);
    await drop(page, page.getByText('or drop them here'), [{ name: 'changed.json', text }]);
    await page.getByRole('button', { name: 'Restore 1 script' }).click();
    await page
      .getByRole('region', { name: 'What failed' })
      .getByText(/does not decrypt this script/)
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await stored(page, 'two.py').count()).toBe(0);
  });

  it('run with arguments, input, limits and the secrets that are ticked', { timeout: 200_000 }, async () => {
    const page = await ui.enter();
    await makeSecret(page, 'WANTED_TOKEN');
    await makeSecret(page, 'SPARE_TOKEN');
    await openVault(page);
    const text = [
      'import os, sys, time',
      'print(sys.argv[1:], sys.stdin.read(), [n for n in os.environ if n.endswith("_TOKEN")], flush=True)',
      'time.sleep(60)',
    ].join('\n');
    await drop(page, page.getByText('or drop them here'), [{ name: 'given.py', text }]);
    await stored(page, 'given.py').click();
    await page.getByLabel('Arguments').fill('one\ntwo');
    await page.getByLabel('Standard input').fill('from stdin');
    await page.getByLabel('Seconds', { exact: true }).fill('3');
    await page.getByLabel('All secrets').uncheck();
    await page.getByLabel('WANTED_TOKEN').check();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText("['one', 'two'] from stdin ['WANTED_TOKEN']").waitFor();
    await page.getByText('Timed out').waitFor();

    await goTo(page, 'Run');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: /Timed out.*given\.py/ }).waitFor();
  });
});

const stored = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Stored scripts' }).getByRole('treeitem', { name: new RegExp(`^${name}`) });

async function openVault(page: Page): Promise<void> {
  await goTo(page, 'Vault');
  await page.getByLabel('Master password').fill('the master password');
  await page.getByLabel('Repeat it').fill('the master password');
  await page.getByRole('button', { name: 'Set master password' }).click();
  await page.getByLabel('Name', { exact: true }).waitFor();
}

async function exported(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export encrypted' }).click(),
  ]);
  return download;
}
