import type { BrowserContext, Page } from 'playwright';

/** Opens the interface with a new account, and returns the page when its editor is there. */
export async function enterInterface(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  // The tour would cover a part of the screen.
  await page.addInitScript(() => localStorage.setItem('strongroom.tour', 'seen'));
  await page.goto(url);
  const createMode = page.getByRole('button', { name: 'Create an account' });
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.or(createMode).first().waitFor();
  if (await createMode.isVisible()) await createMode.click();
  await page.getByLabel('E-mail').fill(`bench-${performance.now()}@example.com`);
  await page.getByLabel('Password').fill('correct horse battery staple');
  await page.getByLabel('Repeat it').fill('correct horse battery staple');
  await submit.click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
  return page;
}

/** Replaces the code in the editor by a paste: typed text would be read back from the page line by line. */
export async function writeCode(page: Page, code: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Code', exact: true });
  await editor.focus();
  await page.keyboard.press('Control+a');
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, code);
}
