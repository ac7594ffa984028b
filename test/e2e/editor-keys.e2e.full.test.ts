import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { modelEndpointOfFile, sayFenced } from '../support/network/model-endpoint.ts';
import { describeInterface } from './browser.ts';
import { editor, goTo, output, runCode, useInterface, write } from './interface.ts';
import { openVault, vaultCode, writeVaultCode } from './vault/vault-page.ts';

const code = 'print("kept")';
/** Keys that open and close a panel or the palette. */
const otherKeys = ['Control+b', 'Control+Shift+B', 'Control+k'];

describeInterface('a key of the interface in an editor', () => {
  const ui = useInterface();
  const endpoint = modelEndpointOfFile();

  it('changes no code on the Run screen and in the preview of a run', async () => {
    const page = await ui.enter();
    await runCode(page, code);
    await pressOtherKeys(page, 'Code');
    await page.keyboard.press('Alt+Shift+2');
    await page.getByRole('heading', { name: 'Choose a master password' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await note(page, 'Open the vault first');
    await page.keyboard.press('Alt+Shift+1');
    expect(await codeOf(page, 'Code')).toBe(code);

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Earlier runs' }).getByRole('button').first().click();
    await page.getByRole('textbox', { name: 'Code of this run' }).press('Control+Enter');
    await note(page, 'this code is only shown');
    expect(await codeOf(page, 'Code of this run')).toBe(code);
  });

  it('says on the Run screen that a run is in progress', async () => {
    const page = await ui.enter();
    await write(page, 'input()');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await editor(page).press('Control+Enter');
    await note(page, 'This code is running');
    expect(await codeOf(page, 'Code')).toBe('input()');
  });

  it('runs the stored script of the vault, and says why it does not', async () => {
    const page = await ui.enter();
    await openVault(page);
    await writeVaultCode(page, code);
    await page.keyboard.press('Control+Enter');
    await note(page, 'Save the script first');
    await page.getByLabel('Name', { exact: true }).fill('kept');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('button', { name: 'Decrypt and run' }).waitFor();
    await vaultCode(page).press('Control+Enter');
    await output(page).getByText('kept', { exact: true }).waitFor();
    await pressOtherKeys(page, 'Vault code');
    expect(await codeOf(page, 'Vault code')).toBe(code);
  });

  it('approves no generated code, and runs approved code again', async () => {
    endpoint().answer(sayFenced(`${code}\n`));
    const page = await ui.enter();
    await goTo(page, 'Generate');
    await addProvider(page, endpoint().url);
    await page.getByLabel('Model', { exact: true }).press('Control+Enter');
    await note(page, 'There is no code to run yet');
    await page.getByLabel('What should the program do?').fill('Print.');
    await page.keyboard.press('Control+Enter');
    const generated = page.getByRole('textbox', { name: 'Generated code' });
    await generated.press('Control+Enter');
    await note(page, 'Review the code');
    await pressOtherKeys(page, 'Generated code');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    const again = page.waitForResponse((response) => response.url().endsWith('/api/v1/execute'));
    await generated.press('Control+Enter');
    await again;
    expect(await codeOf(page, 'Generated code')).toBe(`${code}\n`);
  });
});

/** Presses the keys in the editor, each twice, so that panels are as before. The palette is closed with Escape. */
async function pressOtherKeys(page: Page, name: string): Promise<void> {
  const before = await codeOf(page, name);
  for (const key of otherKeys) {
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press(key);
    await page.getByRole('textbox', { name, exact: true }).focus();
  }
  expect(await codeOf(page, name)).toBe(before);
}

/** Returns the code of an editor by its lines, because `innerText` hides an empty line at the end. */
async function codeOf(page: Page, name: string): Promise<string> {
  const lines = page.getByRole('textbox', { name, exact: true }).locator('.cm-line');
  return (await lines.allTextContents()).join('\n');
}

async function note(page: Page, text: string): Promise<void> {
  await page.locator('[data-toasts]').getByText(text).waitFor();
}

async function addProvider(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByLabel('Name', { exact: true }).fill('local');
  await page.getByLabel('Base URL').fill(url);
  await page.getByRole('dialog').getByLabel('Model').fill('test-model');
  await page.getByRole('button', { name: 'Save provider' }).click();
  await page.getByLabel('What should the program do?').waitFor();
}
