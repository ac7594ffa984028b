import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { listSessions, login, revokeSession } from '../../../src-shared/contracts/accounts.contract.ts';
import { asBearer, createApiClient } from '../../support/api-client.ts';
import { expectAbsent } from '../../support/expect-absent.ts';
import { describeInterface } from '../browser.ts';
import { editor, password, register, signInAgain, useInterface, write } from '../interface.ts';

const mark = (page: Page, text: string) => page.getByRole('toolbar', { name: 'Run' }).getByText(text);
const language = (page: Page) => page.getByRole('combobox', { name: 'Language' });
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
const isSent = (page: Page) =>
  page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.includes('unsent')));

describeInterface('drafts', () => {
  const ui = useInterface();

  it('come back after a lock and a reload: code, language, options and files, and nothing of them in the clear', async () => {
    const page = await ui.open();
    const sentinel = `sentinel-${randomUUID()}`;
    const seen: string[] = [];
    page.on('request', (request) => seen.push(`${request.url()} ${request.postData() ?? ''}`));
    const email = await register(page);
    await language(page).selectOption('bash');
    await write(page, `echo ${sentinel}-code`);
    await page.getByLabel('Arguments').fill(`${sentinel}-argument`);
    await page.getByLabel('Seconds', { exact: true }).fill('7');
    const buffer = Buffer.from(`${sentinel}-file `.repeat(4000));
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
      name: 'in.txt',
      mimeType: 'text/plain',
      buffer,
    });
    await mark(page, 'Draft saved').waitFor();
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await signInAgain(page);

    await editor(page).getByText(`echo ${sentinel}-code`).waitFor();
    expect(await language(page).inputValue()).toBe('bash');
    expect(await page.getByLabel('Arguments').inputValue()).toBe(`${sentinel}-argument`);
    expect(await page.getByLabel('Seconds', { exact: true }).inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Remove in.txt' }).waitFor();

    // The page is reloaded within one second, before the change is sent.
    await page.getByLabel('Standard input').fill(`${sentinel}-late`);
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await stored(page)).toContain('strongroom.unsent.');
    expect(await stored(page)).not.toContain(sentinel);
    await signInAgain(page, email);
    await isSent(page);
    expect(await page.getByLabel('Standard input').inputValue()).toBe(`${sentinel}-late`);
    expect(seen.some((request) => request.includes('/api/v1/drafts/run.files'))).toBe(true);
    for (const request of seen) expectAbsent(request, sentinel, 'a request');
  });

  it('come back after a session that was revoked elsewhere, and to no other account', async () => {
    ui.expectErrors(401);
    const page = await ui.open();
    const email = await register(page);
    await write(page, 'print("kept for me")');
    await mark(page, 'Draft saved').waitFor();
    await revokeOthers(ui.url(), email);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await register(page);
    await editor(page).getByText('Hello from Python').waitFor();
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await signInAgain(page, email);
    await editor(page).getByText('kept for me').waitFor();
  });

  it('hold what was typed while the daemon was dead: as ciphertext in the browser, then in the daemon', async () => {
    ui.expectErrors(401);
    const page = await ui.open();
    await register(page);
    await write(page, 'print("before the crash")');
    await mark(page, 'Draft saved').waitFor();
    await ui.killDaemon();
    await write(page, 'print("during the crash")');
    await mark(page, 'Not saved: the daemon does not answer').waitFor();
    expect(await stored(page)).toContain('strongroom.unsent.');
    expect(await stored(page)).not.toContain('during the crash');
    await ui.restartDaemon();
    await page.getByText('The daemon stopped unexpectedly').waitFor();
    await signInAgain(page);
    await editor(page).getByText('during the crash').waitFor();
    await mark(page, 'Draft saved').waitFor();
    await isSent(page);
  });

  it('of two windows replace each other only when a person says so', async () => {
    ui.expectErrors(409);
    const one = await ui.open();
    const email = await register(one);
    await write(one, 'print("first")');
    await mark(one, 'Draft saved').waitFor();
    const other = await ui.open();
    await signInAgain(other, email);
    await editor(other).getByText('first').waitFor();
    await write(other, 'print("second")');
    await mark(other, 'Draft saved').waitFor();

    // A window without edits has nothing to save when it loses the focus.
    await one.evaluate(() => window.dispatchEvent(new Event('blur')));
    await write(one, 'print("third")');
    await mark(one, 'Another window saved a different draft.').waitFor();
    await one.getByRole('button', { name: 'Compare' }).click();
    const changes = one.getByRole('dialog').getByRole('textbox', { name: 'Changes' });
    await changes.getByText('print("second")').waitFor();
    await changes.getByText('print("third")').waitFor();
    await one.keyboard.press('Escape');
    await one.getByRole('button', { name: 'Use the other draft' }).click();
    await editor(one).getByText('second').waitFor();

    await write(one, 'print("fourth")');
    await mark(one, 'Draft saved').waitFor();
    await write(other, 'print("fifth")');
    await other.getByRole('button', { name: 'Keep this draft' }).click();
    await mark(other, 'Draft saved').waitFor();
    await other.keyboard.press('Control+l');
    await other.getByRole('heading', { name: 'Locked' }).waitFor();
    await signInAgain(other);
    await editor(other).getByText('fifth').waitFor();
  });

  it('begin with a sample of the language, and keep every text that was touched', async () => {
    const page = await ui.enter();
    await editor(page).getByText('Hello from Python').waitFor();
    await language(page).selectOption('ruby');
    await editor(page).getByText('Hello from Ruby').waitFor();
    await editor(page).press('End');
    await page.keyboard.type('#');
    await language(page).selectOption('go');
    await page.waitForTimeout(100);
    expect(await editor(page).innerText()).toContain('Hello from Ruby');
  });
});

/** Ends the other sessions of an account, as its user does in another window. */
async function revokeOthers(url: string, email: string): Promise<void> {
  const { token } = await createApiClient(url).call(login, { body: { email, password } });
  const client = createApiClient(url, asBearer(token));
  const { sessions } = await client.call(listSessions);
  for (const { id, current } of sessions) if (!current) await client.call(revokeSession, { params: { id } });
}
