import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, password, register, runCode, signInAgain, useInterface } from '../interface.ts';

describeInterface('an account on screen', () => {
  const ui = useInterface();

  it('has settings that are stored and apply to runs', async () => {
    const page = await ui.open();
    const email = await register(page);
    await goTo(page, 'Settings');
    const limits = page.getByRole('region', { name: 'Runs', exact: true });
    await limits.getByLabel('Time limit, seconds').fill('2.5');
    await limits.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').first().waitFor();
    const network = page.getByRole('region', { name: 'Network', exact: true });
    await network.getByLabel('Runs may use the whole network').check();
    await network.getByRole('button', { name: 'Save' }).click();
    await network.getByRole('button', { name: 'Undo changes' }).waitFor({ state: 'detached' });
    const sandboxes = page.getByRole('region', { name: 'Sandboxes', exact: true });
    await sandboxes.getByLabel('Sandboxes at the same time').fill('2');
    await sandboxes.getByRole('button', { name: 'Save' }).click();
    await sandboxes.getByRole('button', { name: 'Undo changes' }).waitFor({ state: 'detached' });
    await page.reload();
    await signInAgain(page, email);
    await goTo(page, 'Settings');
    expect(await page.getByLabel('Time limit, seconds').inputValue()).toBe('2.5');
    expect(await page.getByLabel('Sandboxes at the same time').inputValue()).toBe('2');
    await goTo(page, 'Run');
    expect(await page.getByLabel('Seconds', { exact: true }).getAttribute('placeholder')).toBe('2.5');
    expect(await page.getByLabel('Everything').isEnabled()).toBe(true);
    await runCode(page, 'import time; time.sleep(60)');
    await page.getByText('Timed out').waitFor();
  });

  it('refuses invalid settings field by field', async () => {
    ui.expectErrors(400);
    const page = await ui.enter();
    await goTo(page, 'Settings');
    const sources = page.getByRole('region', { name: 'Package sources' });
    await sources.getByLabel('npm registry').fill('no address');
    await sources.getByRole('button', { name: 'Save' }).click();
    await sources.getByRole('alert').getByText('The registry must be an address').waitFor();
    await sources.getByRole('button', { name: 'Undo changes' }).click();
    expect(await sources.getByLabel('npm registry').inputValue()).toBe('');
  });

  it('changes its password, and the old one is refused', async () => {
    ui.expectErrors(401, 403);
    const page = await ui.open();
    const email = await register(page);
    await goTo(page, 'Settings');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('another good password');
    await page.getByLabel('Repeat it').fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('region', { name: 'Password' }).getByRole('alert').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').first().waitFor();
    await page.reload();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('another good password');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('is deleted only with its password', async () => {
    ui.expectErrors(401, 403);
    const page = await ui.open();
    const email = await register(page);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Delete this account …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('not the password');
    await dialog.getByRole('button', { name: 'Delete the account permanently' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Delete the account permanently' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });
});

describeInterface('the theme', () => {
  const ui = useInterface();

  it('is the chosen one from the first frame on, with any system theme', async () => {
    const page = await ui.open({ colorScheme: 'light' });
    await register(page);
    await goTo(page, 'Settings');
    await page.getByLabel('Dark', { exact: true }).check();
    await page.addInitScript(watchColours);
    await page.reload();
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.evaluate(() => (window as unknown as Watched).painted.length)).toBeGreaterThan(2);
    const { painted, themes } = await page.evaluate(() => {
      const watched = window as unknown as Watched;
      return { painted: watched.painted, themes: watched.themes };
    });
    expect(new Set(themes)).toEqual(new Set(['dark']));
    expect(new Set(painted)).toEqual(new Set(['rgb(16, 21, 23)']));
  });
});

type Watched = Window & { painted: string[]; themes: string[] };

/** Records the page's background colour in every frame, and every theme that is set. */
function watchColours(): void {
  const watched = window as unknown as Watched;
  watched.painted = [];
  watched.themes = [];
  const note = () => watched.themes.push(document.documentElement.dataset.theme ?? '');
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['data-theme'] });
  const look = () => {
    if (document.body !== null) watched.painted.push(getComputedStyle(document.body).backgroundColor);
    if (watched.painted.length < 60) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
