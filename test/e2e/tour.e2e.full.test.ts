import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, goTo, register, signInAgain, useInterface, write } from './interface.ts';

const tour = (page: Page) => page.getByRole('region', { name: 'Tour' });
const forget = (page: Page) => page.evaluate(() => localStorage.removeItem('strongroom.tour'));

describeInterface('the tour', () => {
  const ui = useInterface();

  it('follows the creation of an account, opens the screens and leaves them usable', async () => {
    const page = await ui.open();
    await forget(page);
    await register(page);
    await tour(page).getByText('1 of 5: Run code.').waitFor();
    await write(page, 'print("usable")');
    expect(await editor(page).innerText()).toContain('usable');
    await tour(page).getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Secrets', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.keyboard.press('Escape');
    await tour(page).getByText('2 of 5').waitFor();
    for (let step = 2; step < 5; step++) await tour(page).getByRole('button', { name: 'Next' }).click();
    await tour(page).getByRole('button', { name: 'Done' }).click();
    await tour(page).waitFor({ state: 'detached' });
  });

  it('can be skipped with Escape, does not return at the next login, and is started again from Settings', async () => {
    const page = await ui.open();
    await forget(page);
    const email = await register(page);
    await tour(page).getByRole('button', { name: 'Next' }).press('Escape');
    await tour(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('strongroom.tour'))).toBe('seen');
    await page.reload();
    await forget(page);
    await signInAgain(page, email);
    expect(await tour(page).count()).toBe(0);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Start the tour' }).click();
    await tour(page).getByText('1 of 5').waitFor();
    await tour(page).getByRole('button', { name: 'Skip the tour' }).click();
    await tour(page).waitFor({ state: 'detached' });
  });
});
