import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { output, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { openVault, writeVaultCode } from './vault-page.ts';

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

    // The selection next to the button runs another profile with two clicks.
    const choice = page.getByLabel('Profile').first();
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
});
