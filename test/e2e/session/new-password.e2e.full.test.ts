import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { editor, goTo, password, useInterface } from '../interface.ts';

const repetition = (page: Page) => page.getByLabel('Repeat it');
const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

describeInterface('a new browser', () => {
  const ui = useInterface();

  it('begins with a new account only while this machine has none', async () => {
    const first = await ui.open();
    await first.getByRole('heading', { name: 'Create your account' }).waitFor();
    await ui.enter();
    const second = await ui.open();
    await second.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await second.getByRole('button', { name: 'Create an account' }).click();
    await second.getByRole('heading', { name: 'Create your account' }).waitFor();
  });
});

describeInterface('a password that is being chosen', () => {
  const ui = useInterface();

  it('creates no account until it is typed twice, or shown', async () => {
    const page = await ui.open();
    const sent = requestsTo(page, '/api/v1/auth/register');
    await page.getByLabel('E-mail').fill('twice@example.com');
    await page.getByLabel('Password').fill(password);
    await create(page);
    await page.getByText('The repetition must not be empty.').waitFor();
    await repetition(page).fill(`${password}.`);
    await create(page);
    await page.getByText('The repetition differs from the password').waitFor();
    await page.getByLabel('Password').fill('short');
    await repetition(page).fill('short');
    await create(page);
    await page.getByText('The password must have at least 8 characters.').waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Show while typing').check();
    expect(await repetition(page).count()).toBe(0);
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
    await create(page);
    await editor(page).waitFor();
    expect(sent).toHaveLength(1);
  });

  it('replaces the password of an account only if both are the same', async () => {
    const page = await ui.enter();
    const sent = requestsTo(page, '/api/v1/auth/password');
    await goTo(page, 'Settings');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('another good password');
    await repetition(page).fill('another god password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The repetition differs from the password').waitFor();
    expect(sent).toEqual([]);
    await repetition(page).fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').first().waitFor();
    expect([await page.getByLabel('New password').inputValue(), await repetition(page).inputValue()]).toEqual(['', '']);
  });

  it('opens an empty vault as the master password after it was shown', async () => {
    const page = await ui.enter();
    await goTo(page, 'Vault');
    await page.getByLabel('Master password').fill('1234567');
    await page.getByLabel('Show while typing').check();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set master password' }).click();
    await page.getByText('The master password is too short: it needs at least 8 characters.').waitFor();
    await page.getByLabel('Master password').fill('12345678');
    await page.getByRole('button', { name: 'Set master password' }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
  });
});

function requestsTo(page: Page, path: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(path)) sent.push(request.url());
  });
  return sent;
}
