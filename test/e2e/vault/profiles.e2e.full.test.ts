import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { output, register, runCode, signInAgain, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { masterPassword, openVault, writeVaultCode } from './vault-page.ts';

const options = (page: Page) => page.getByRole('complementary', { name: 'Run options' });
const code = '# strongroom: arg month "Month of the report" 2026-01\nimport sys\nprint(sys.argv[1:])\n';

describeInterface('a script of the vault', () => {
  const ui = useInterface();

  it('asks for the values in its head, and keeps named sets of options', async () => {
    const page = await ui.enter();
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await writeVaultCode(page, code);
    await page.keyboard.press('Control+s');
    await options(page).getByLabel('Month of the report').fill('2026-02');
    await options(page).getByText('Changed: values.').waitFor();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText("['--month', '2026-02']").waitFor();

    await page.getByRole('button', { name: 'New profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'New profile' });
    await dialog.getByLabel('Name of the profile').fill('default');
    await dialog.getByText('The default profile has this name.').waitFor();
    await dialog.getByLabel('Name of the profile').fill('staging');
    await page.keyboard.press('Enter');
    await options(page).getByLabel('Month of the report').fill('2026-12');
    await options(page).getByLabel('Arguments').fill('on staging');
    await checkScreen(page, 'vault-profile');

    // Two clicks run another profile: the selection is next to the button, or in the options if those are open there.
    const choice = page.getByLabel('Profile').filter({ visible: true }).first();
    await choice.selectOption('Default');
    expect(await options(page).getByLabel('Month of the report').inputValue()).toBe('2026-02');
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText("['--month', '2026-02']").waitFor();
    await choice.selectOption('staging');
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText("['--month', '2026-12', 'on staging']").waitFor();

    await page.getByRole('button', { name: 'Delete this profile' }).click();
    expect(await options(page).getByLabel('Arguments').inputValue()).toBe('');
  });

  it('begins with the profiles of the scratch that it was', async () => {
    const page = await ui.open();
    const email = await register(page);
    const side = page.getByRole('complementary', { name: 'Run options and history' });
    await side.getByText('Nothing differs from the usual options.').waitFor();
    await side.getByLabel('Arguments').fill('usual');
    await side.getByRole('button', { name: 'New profile' }).press('Enter');
    await page.getByLabel('Name of the profile').fill('staging');
    await page.keyboard.press('Enter');
    await side.getByLabel('Arguments').fill('on staging');
    await runCode(page, 'import sys\nprint(sys.argv[1:])\n');
    await output(page).getByText("['on staging']").waitFor();
    await checkScreen(page, 'run-profile');
    // Two clicks run the other profile.
    await page.getByRole('toolbar', { name: 'Run' }).getByLabel('Profile').selectOption('Default');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await output(page).getByText("['usual']").waitFor();
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await signInAgain(page, email);
    await page.getByRole('toolbar', { name: 'Run' }).getByLabel('Profile').selectOption('staging');
    expect(await side.getByLabel('Arguments').inputValue()).toBe('on staging');

    await page.getByRole('button', { name: 'Save to vault' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Master password').fill(masterPassword);
    await dialog.getByLabel('Repeat it').fill(masterPassword);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name', { exact: true }).fill('report.py');
    await page.keyboard.press('Enter');
    await options(page).getByLabel('Profile').first().selectOption('Default');
    expect(await options(page).getByLabel('Arguments').inputValue()).toBe('usual');
  });
});
