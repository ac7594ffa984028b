import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { editor, outcome, output, runCode, useInterface } from '../interface.ts';

const failing = 'def run():\n    return 1 / 0\n\nprint("before")\nrun()\n';

describeInterface('the messages of a failed program', () => {
  const ui = useInterface();

  it('go to the line of the editor, in the output and in the list of problems', async () => {
    const page = await ui.enter();
    await runCode(page, failing);
    await outcome(page).getByText('Failed').waitFor();
    await output(page)
      .getByRole('button', { name: /line 2/ })
      .click();
    await expect.poll(() => lineOfCursor(page)).toBe('2');
    expect(await editor(page).evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Problems 2' }).click();
    const problems = page.getByRole('list', { name: 'Problems' });
    expect(await problems.innerText()).toContain('ZeroDivisionError: division by zero');
    await problems.getByRole('button', { name: /^Line 5/ }).click();
    await expect.poll(() => lineOfCursor(page)).toBe('5');

    await page.setViewportSize({ width: 640, height: 700 });
    await page.getByRole('button', { name: 'Output', exact: true }).first().click();
    await problems.getByRole('button', { name: /^Line 2/ }).click();
    await expect.poll(() => lineOfCursor(page)).toBe('2');
    expect(await editor(page).isVisible()).toBe(true);
  });

  it('offer the package that is missing, and run again when it is installed', async () => {
    const page = await ui.enter();
    let status = 'installing';
    const info = {
      language: 'python',
      name: 'PyYAML',
      version: null,
      requested: null,
      addedAt: new Date().toISOString(),
    };
    await page.route('**/api/v1/packages', async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { packages: [{ ...info, status }] } });
      expect(route.request().postDataJSON()).toEqual({ language: 'python', name: 'PyYAML' });
      await route.fulfill({ status: 201, json: { ...info, status } });
    });
    await runCode(page, 'import yaml\n');
    await page.getByRole('button', { name: 'Add package PyYAML' }).click();
    await page.getByText('PyYAML is being installed.').waitFor();
    status = 'installed';
    await page.getByText('PyYAML is installed.').waitFor();
    const again = page.waitForResponse((response) => response.url().endsWith('/api/v1/execute'));
    await page.getByRole('button', { name: 'Run again' }).click();
    await again;
    await outcome(page).getByText('Failed').waitFor();
  });
});

describeInterface('a link that a program printed', () => {
  const ui = useInterface();

  it('shows its address before it opens outside of the window', async () => {
    const page = await ui.enter();
    const program = 'print("\\033]8;;https://evil.example/?q=1\\033\\\\https://bank.example\\033]8;;\\033\\\\")\n';
    await runCode(page, program);
    await output(page).getByRole('button', { name: 'https://bank.example' }).click();
    const dialog = page.getByRole('dialog', { name: 'A link of the program' });
    await dialog.getByText('https://evil.example/?q=1').waitFor();
    const open = dialog.getByRole('link', { name: 'Open in a new tab' });
    expect(await open.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await open.getAttribute('href')).toBe('https://evil.example/?q=1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

/** Returns the number of the line in which the cursor of the editor is. */
function lineOfCursor(page: Page): Promise<string | null> {
  return page.locator('.cm-activeLineGutter').first().textContent();
}
