import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { beginRegistration, goTo, output, register, runCode, useInterface } from '../interface.ts';

/** Each hostile text sets this variable if it runs. */
const isPwned = (page: Page) => page.evaluate(() => 'pwned' in window);

describeInterface('what a hostile program leaves', () => {
  const ui = useInterface();

  it('is text in the output: markup, escape sequences, turned reading order', async () => {
    const page = await ui.enter();
    await runCode(
      page,
      String.raw`
print("<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>")
print("\x1b]0;title\x07\x1b]8;;http://127.0.0.1/\x07link\x1b]8;;\x07 \x1b[2J\x1b[H\x1b[31mred\x1b[0m plain")
print("safe\u202egnp.exe", "nul\x00byte")
print("progress 1%\rprogress 100%")
`,
    );
    await output(page).getByText('progress 100%').waitFor();
    const text = await output(page).innerText();
    expect(text).toContain("<img src=x onerror='window.pwned=1'>");
    expect(text).toContain('link red plain');
    expect(text).not.toContain('title');
    expect(text).toContain('safe‹U+202E›gnp.exe nul␀byte');
    expect(text).not.toContain('progress 1%');
    const red = await output(page)
      .getByText('red', { exact: true })
      .evaluate((span) => getComputedStyle(span).color);
    const plain = await output(page)
      .getByText('plain')
      .evaluate((span) => getComputedStyle(span).color);
    expect(red).not.toBe(plain);
    expect(await isPwned(page)).toBe(false);
  });

  it('does not stop the window by a line of a megabyte', async () => {
    const page = await ui.enter();
    await runCode(page, 'print("x" * 1_000_000)\nprint("the end")');
    await output(page).getByText('the end').waitFor();
    const longest = await output(page).evaluate((region) =>
      Math.max(...Array.from(region.querySelectorAll('[dir=ltr]'), (row) => row.textContent.length)),
    );
    expect(longest).toBeLessThan(2100);
  });

  it('keeps 100,000 lines out of the page but within reach', async () => {
    const page = await ui.enter();
    await runCode(page, 'for n in range(100_000):\n    print(n)');
    await output(page).getByText('99999', { exact: true }).waitFor();
    expect(await output(page).locator('[dir=ltr]').count()).toBeLessThan(200);
    await output(page).focus();
    await page.keyboard.press('Home');
    await output(page).getByText('0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Scroll to end' }).click();
    await output(page).getByText('99999', { exact: true }).waitFor();
  });

  it('is a picture or a page without scripts when it is shown', async () => {
    const page = await ui.enter();
    await runCode(
      page,
      `
html = "<h1>Harmless</h1><script>parent.pwned=1;top.pwned=1</script><img src=x onerror='parent.pwned=1'>"
svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20' onload='window.pwned=1'><script>window.pwned=1</script><rect width='20' height='20'/></svg>"
open("page.html", "w").write(html)
open("picture.svg", "w").write(svg)
open("table.csv", "w").write("name,formula\\n<b>bold</b>,=1+1\\n")
`,
    );
    await page.getByRole('button', { name: 'Show page.html' }).click();
    await page.getByRole('dialog').getByText('<h1>Harmless</h1>').waitFor();
    await page.getByRole('tab', { name: 'As a page' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Harmless' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show image picture.svg' }).click();
    await page.getByRole('img', { name: /picture.svg/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show table.csv' }).click();
    await page.getByRole('gridcell', { name: '<b>bold</b>' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await isPwned(page)).toBe(false);
  });

  it('is text in descriptions, in the name of a program that logs in, and in a refused e-mail', async () => {
    const markup = "<img src=x onerror='window.pwned=1'>";
    const page = await ui.open({ userAgent: markup });
    await beginRegistration(page);
    await page.getByLabel('E-mail').fill(`${markup}@example.com`);
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByLabel('Repeat it').fill('a long enough password');
    await page.keyboard.press('Enter');
    await page
      .getByText(/e-mail|email/i)
      .first()
      .waitFor();
    await page.getByRole('alert').waitFor();
    await register(page);
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('Name').fill('HOSTILE');
    await page.getByLabel('Value').fill('a value to be kept');
    await page.getByLabel('Description').fill(`${markup} safe\u202egnp.exe`);
    await page.getByRole('button', { name: 'Save secret' }).click();
    await page.getByRole('cell', { name: `${markup} safe‹U+202E›gnp.exe` }).waitFor();
    await goTo(page, 'Vault');
    await page.getByLabel('Master password').fill('the master password');
    await page.getByLabel('Repeat it').fill('the master password');
    await page.getByRole('button', { name: 'Set master password' }).click();
    await page.getByLabel('Name', { exact: true }).fill('hostile');
    await page.getByLabel('Description').fill(`${markup} safe\u202egnp.exe`);
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('region', { name: 'Stored scripts' }).getByText(`${markup} safe‹U+202E›gnp.exe`).waitFor();
    await goTo(page, 'Settings');
    await page.getByRole('region', { name: 'Sessions' }).getByText(markup).waitFor();
    expect(await isPwned(page)).toBe(false);
  });

  it('is text in the history and the trail as well', async () => {
    const page = await ui.enter();
    await runCode(page, 'print("<svg onload=window.pwned=1>\\u202e")');
    await goTo(page, 'Activity');
    await page
      .getByRole('button', { name: /Succeeded/ })
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('region', { name: 'Audit log' }).getByText('Ran code').waitFor();
    expect(await isPwned(page)).toBe(false);
  });
});
