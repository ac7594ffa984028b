import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, makeSecret, output, runCode, useInterface } from '../interface.ts';
import { tab, tabTo, type } from '../keys.ts';
import { openVault, writeVaultCode } from '../vault/vault-page.ts';
import { addRule, connectTo } from './network-page.ts';

describeInterface('secrets and scripts with network rules', () => {
  const ui = useInterface();

  it('binds a secret to a host by keyboard alone, and offers it to the rules of that host only', async () => {
    const page = await ui.enter();
    await makeSecret(page, 'VARIABLE_TOKEN');
    await tabTo(page, 'New secret');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name');
    await type(page, 'BOUND_TOKEN');
    await tab(page);
    await type(page, 'a long enough value');
    await tabTo(page, 'In the program, as an environment variable');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Host');
    await type(page, '*.example.com');
    await tabTo(page, 'Choose other parts of the request');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name 1');
    await type(page, 'Host');
    await page.keyboard.press('Enter');
    await page.getByText('The part of the request must be a header').waitFor();
    await page.keyboard.press('Control+a');
    await type(page, 'X-Vendor-Key');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'BOUND_TOKEN' }) });
    await row.getByText('*.example.com').waitFor();
    await row.getByText('x-vendor-key').waitFor();

    await goTo(page, 'Run');
    await addRule(page, 'api.example.com');
    const rule = page.getByRole('group', { name: 'Rule for api.example.com' });
    await rule.getByRole('button', { name: 'More' }).click();
    await rule.getByLabel('BOUND_TOKEN').check();
    expect(await rule.getByLabel('VARIABLE_TOKEN').isDisabled()).toBe(true);
    // The rule gives it to the run; the other one is not selected.
    const names = page.getByRole('group', { name: 'Secrets for this run' });
    expect(await names.getByLabel('BOUND_TOKEN').isChecked()).toBe(true);
    expect(await names.getByLabel('VARIABLE_TOKEN').isChecked()).toBe(false);
    expect(await page.getByLabel('All secrets').isDisabled()).toBe(true);
    await runCode(
      page,
      'import os\nprint({name: value[:17] for name, value in os.environ.items() if name.endswith("_TOKEN")})',
    );
    await output(page).getByText("{'BOUND_TOKEN': 'srph_BOUND_TOKEN_'}").waitFor();
  });

  it('keeps the hosts of a secret that gets a new value, also under "New secret"', async () => {
    const page = await ui.enter();
    await goTo(page, 'Secrets');
    for (const value of ['a long enough value', 'another long value']) {
      await page.getByRole('button', { name: 'New secret' }).click();
      const dialog = page.getByRole('dialog', { name: 'New secret' });
      await dialog.getByLabel('Name', { exact: true }).fill('BOUND_TOKEN');
      await dialog.getByLabel('Value', { exact: true }).fill(value);
      await dialog.getByLabel('Only in requests to these hosts').check();
      const host = dialog.getByLabel('Host', { exact: true });
      if ((await host.inputValue()) === '') await host.fill('api.example.com');
      await dialog.getByRole('button', { name: /^(Save|Replace) secret/ }).click();
      const replace = page.getByRole('button', { name: 'Replace the value' });
      await replace
        .or(page.getByRole('rowheader', { name: 'BOUND_TOKEN' }))
        .first()
        .waitFor();
      if (await replace.isVisible()) await replace.click();
      await dialog.waitFor({ state: 'detached' });
    }
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'BOUND_TOKEN' }) });
    await row.getByText('api.example.com').waitFor();
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();
  });

  it('stores rules with a script, and its runs use them unless they name others', async () => {
    const page = await ui.enter();
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('connect.py');
    await writeVaultCode(page, connectTo('api.example.com', 'other.example.net'));
    await page.getByRole('button', { name: 'Network rules' }).click();
    const dialog = page.getByRole('dialog');
    await addRule(page, 'api.example.com');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    const printed = page.getByRole('region', { name: 'Program output' });
    await printed.getByText('connected to api.example.com', { exact: true }).waitFor();
    await printed.getByText('no connection to other.example.net').waitFor();

    const options = page.getByRole('complementary', { name: 'Run options' });
    await options.getByText('1 host: api.example.com').waitFor();
    await options.getByLabel('None').check();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await printed.getByText('no connection to api.example.com').waitFor();
  });

  it('stores the rules of the Run screen with "Save to vault"', async () => {
    const page = await ui.enter();
    await addRule(page, 'api.example.com');
    await page.getByRole('button', { name: 'Save to vault' }).click();
    await page.getByLabel('Master password').fill('the master password');
    await page.getByLabel('Repeat it').fill('the master password');
    await page.getByRole('button', { name: 'Set master password' }).click();
    await page.getByLabel('Name', { exact: true }).fill('saved.py');
    await page.getByRole('button', { name: 'Network rules: api.example.com' }).click();
    await page.getByRole('dialog').getByLabel('Ask me').check();
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByText('saved.py is saved, encrypted.').first().waitFor();
    await goTo(page, 'Vault');
    await page
      .getByRole('region', { name: 'Stored scripts' })
      .getByRole('treeitem', { name: /^saved\.py/ })
      .click();
    await page.getByRole('button', { name: 'Network rules' }).click();
    expect(await page.getByRole('dialog').getByLabel('Host', { exact: true }).inputValue()).toBe('api.example.com');
    expect(await page.getByRole('dialog').getByLabel('Ask me').isChecked()).toBe(true);
  });
});
