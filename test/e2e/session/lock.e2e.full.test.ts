import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { editor, output, password, register, runCode, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';

describeInterface('locking', () => {
  const ui = useInterface();

  it('ends the session, reloads the window and returns to the same screen', async () => {
    const page = await ui.open();
    const email = await register(page);
    await runCode(page, 'print("only for me")');
    await output(page).getByText('only for me').waitFor();
    await page.evaluate(() => Object.assign(window, { sameWindow: true }));
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    const token = page.waitForRequest((request) => request.url().endsWith('/auth/logout'));
    await page.keyboard.press('Control+l');
    const { authorization = '' } = (await token).headers();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await page.evaluate(() => 'sameWindow' in window)).toBe(false);
    expect(await page.content()).not.toContain('only for me');
    const answer = await fetch(`${ui.url()}/api/v1/auth/verify`, { method: 'POST', headers: { authorization } });
    expect(answer.status).toBe(401);

    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Access' }).waitFor();
  });

  it('happens automatically after the time in the settings', async () => {
    const page = await ui.open();
    await page.clock.install();
    await register(page);
    await page.clock.fastForward('14:00');
    expect(await editor(page).isVisible()).toBe(true);
    await page.clock.fastForward('20:00');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
  });

  it('is announced one minute before, and can be postponed', async () => {
    const page = await ui.open();
    await page.clock.install();
    await register(page);
    const warning = page.getByRole('alert').filter({ hasText: 'This window locks soon' });
    // The time since the click that created the account depends on the load of the machine.
    await page.keyboard.press('Shift');
    await page.clock.fastForward('13:50');
    expect(await warning.isVisible()).toBe(false);
    await page.clock.fastForward('00:30');
    await warning.getByText(/locks in [34]\d s/).waitFor();
    await checkScreen(page, 'run-before-lock', { asItIs: true });
    // As a screen reader clicks: a moved mouse or a pressed key removes the warning before the click.
    await warning.getByRole('button', { name: 'Stay unlocked' }).dispatchEvent('click');
    await warning.waitFor({ state: 'detached' });
    await page.clock.fastForward('13:50');
    expect(await editor(page).isVisible()).toBe(true);
    await page.clock.fastForward('00:30');
    await warning.waitFor();
    await page.keyboard.press('Shift');
    await warning.waitFor({ state: 'detached' });
    await page.clock.fastForward('14:20');
    await warning.waitFor();
    await page.mouse.move(200, 200);
    await warning.waitFor({ state: 'detached' });
  });

  it('leaves no credential in browser storage or the URL', async () => {
    const page = await ui.open();
    await register(page);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ|srk_/);
    expect(page.url()).not.toMatch(/eyJ|srk_/);
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  it('shows an error for a wrong password', async () => {
    ui.expectErrors(401);
    const page = await ui.open();
    const email = await register(page);
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.getByLabel('Password').fill('wrong horse');
    await page.keyboard.press('Enter');
    await page.getByText('invalid_credentials').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  });
});
