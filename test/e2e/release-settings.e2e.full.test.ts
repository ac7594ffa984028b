import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { goTo, useInterface } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

describeInterface('secrets outside of the sandbox', () => {
  const ui = useInterface();

  it('are off, and are turned on by the owner', async () => {
    const page = await ui.enter();
    await goTo(page, 'Settings');
    const box = page.getByRole('checkbox', { name: 'Programs outside of the sandbox may get secrets' });
    expect(await box.isChecked()).toBe(false);
    await box.focus();
    await page.keyboard.press('Space');
    await checkScreen(page, 'settings-release');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('Settings saved.').first().waitFor();
    await goTo(page, 'Run');
    await goTo(page, 'Settings');
    expect(await box.isChecked()).toBe(true);
  });
});
