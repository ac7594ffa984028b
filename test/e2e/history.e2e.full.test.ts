import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, goTo, outcome, output, runCode, useInterface, write } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Earlier runs' }).getByRole('listitem');
const preview = (page: Page) => page.getByRole('dialog', { name: 'Earlier run' });
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab');
const first = 'import sys\nprint("the first run", sys.argv[1:])\nopen("left.txt", "w").write("left by it")\n';

describeInterface('the history', () => {
  const ui = useInterface();

  it('shows a run in a dialog, and runs and opens it in a tab that replaces nothing', async () => {
    const page = await ui.enter();
    await page.getByLabel('Arguments').fill('one');
    await runCode(page, first);
    await page.getByLabel('Arguments').fill('');
    await runCode(page, 'print("the second run")');
    await write(page, 'print("not run yet")');
    await page.getByRole('tab', { name: 'History' }).click();

    const row = page.getByRole('button', { name: /Succeeded.*the first run/s });
    await row.focus();
    await page.keyboard.press('Enter');
    await preview(page)
      .getByRole('region', { name: 'Output of this run' })
      .getByText("the first run ['one']")
      .waitFor();
    await preview(page).getByRole('textbox', { name: 'Code of this run' }).getByText('left by it').waitFor();
    expect(await preview(page).getByRole('definition').first().innerText()).toBe('one');
    await checkScreen(page, 'history-preview');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      preview(page).getByRole('button', { name: 'Save left.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('left.txt');
    await page.keyboard.press('Escape');
    await preview(page).waitFor({ state: 'detached' });
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await editor(page).innerText()).toContain('not run yet');
    await output(page).getByText('the second run').waitFor();

    await row.click();
    await preview(page).getByRole('button', { name: 'Run again' }).click();
    await preview(page).waitFor({ state: 'detached' });
    await output(page).getByText("the first run ['one']").waitFor();
    await outcome(page).getByText('Succeeded').waitFor();
    expect(await editor(page).innerText()).toContain('the first run');
    await expect.poll(() => rows(page).count()).toBe(3);
    // The same code runs again in the tab that has it.
    await page
      .getByRole('button', { name: /^Run again:/ })
      .first()
      .click();
    await expect.poll(() => rows(page).count()).toBe(4);
    expect(await tabs(page).count()).toBe(2);
    await tabs(page).first().click();
    await output(page).getByText('the second run').waitFor();
    expect(await editor(page).innerText()).toContain('not run yet');

    await page.getByRole('button', { name: /Succeeded.*the second run/s }).click();
    await preview(page).getByRole('button', { name: 'Open in a tab' }).click();
    await preview(page).waitFor({ state: 'detached' });
    expect(await editor(page).innerText()).toContain('the second run');
    expect(await tabs(page).count()).toBe(3);

    // Ctrl+P finds the runs and the tabs by their names.
    await page.keyboard.press('Control+p');
    await page.keyboard.type('the first run');
    await page
      .getByRole('option', { name: /the first run.*run/ })
      .first()
      .click();
    await preview(page).getByRole('region', { name: 'Output of this run' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+p');
    await page.keyboard.type('scratch 1');
    await page.keyboard.press('Enter');
    await editor(page).getByText('not run yet').waitFor();
  });

  it('shows that a run was removed from the history, and shows runs on Activity too', async () => {
    ui.expectErrors(404);
    const page = await ui.enter();
    await runCode(page, 'print("kept")');
    await write(page, 'print("not run yet")');
    await goTo(page, 'Activity');
    await page.getByRole('button', { name: /Succeeded/ }).click();
    await preview(page).getByRole('region', { name: 'Output of this run' }).getByText('kept').waitFor();
    await page.keyboard.press('Escape');
    expect(page.url()).toContain('activity');
    await page.route('**/api/v1/executions/run_*', (route) =>
      route.fulfill({
        status: 404,
        json: { error: { code: 'execution_not_found', message: 'No run has this id.', requestId: 'r' } },
      }),
    );
    await goTo(page, 'Run');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Run again:/ }).click();
    const notices = page.getByRole('region', { name: /Notifications/ });
    await notices.getByText(/This run is no longer in the history/).waitFor();
    expect(await editor(page).innerText()).toContain('not run yet');
  });
});

describeInterface('a run of the history', () => {
  const ui = useInterface();

  it('has a name, is pinned, and is deleted after a question', async () => {
    const page = await ui.enter();
    await runCode(page, '# Bills of March\nprint("out")');
    await runCode(page, 'print("the other")');
    await page.getByRole('tab', { name: 'History' }).click();
    const row = rows(page).filter({ hasText: 'Bills of March' });
    await row.getByText('Interface').waitFor();
    await row
      .getByRole('button', { name: /Bills of March/ })
      .first()
      .click();
    await preview(page).getByRole('button', { name: 'Pin', exact: true }).click();
    await preview(page).getByRole('button', { name: 'Unpin' }).waitFor();
    await checkScreen(page, 'history-pinned');
    await page.keyboard.press('Escape');
    await row.getByText('Pinned').waitFor({ state: 'attached' });
    await page.getByLabel('Search runs').fill('BILLS');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Search runs').fill('nothing of that name');
    await page.getByText('No run matches.').waitFor();
    await page.getByLabel('Search runs').fill('');
    await page.getByRole('checkbox', { name: 'Pinned' }).check();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Pinned' }).uncheck();
    await expect.poll(() => rows(page).count()).toBe(2);
    await goTo(page, 'Activity');
    await page.getByRole('checkbox', { name: 'Select Bills of March' }).waitFor();
    await checkScreen(page, 'activity-runs');
    await page.getByRole('checkbox', { name: 'Select Bills of March' }).check();
    await page.getByRole('checkbox', { name: 'Select print("the other")' }).check();
    await page.getByRole('button', { name: 'Delete 2 runs' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete 2 runs?' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete 2 runs' }).click();
    await asked.getByRole('button', { name: 'Delete 2 runs' }).click();
    await page.getByText('No runs yet').waitFor();
  });
});

describeInterface('output over 1 MiB', () => {
  const ui = useInterface();

  it('shows its last line and a row for the omitted part, in the history too', async () => {
    const page = await ui.enter();
    await runCode(page, 'for n in range(400_000): print(f"{n:07d}")');
    await output(page).getByText('0399999').waitFor();
    await outcome(page).getByText('of stdout left out').waitFor();
    const gap = output(page).getByText(/^[\d,]+ bytes of stdout left out here/);
    await expect.poll(() => scrollUntil(page, 'Program output', () => gap.isVisible())).toBe(true);
    await page.getByRole('tab', { name: 'History' }).click();
    await rows(page).getByRole('button').first().click();
    const kept = preview(page).getByRole('region', { name: 'Output of this run' });
    await kept.getByText('0399999').waitFor();
    await preview(page).getByText('of stdout left out').first().waitFor();
  });
});

/** Scrolls around the middle of an output until the gap is visible. */
async function scrollUntil(page: Page, name: string, isThere: () => Promise<boolean>): Promise<boolean> {
  const region = page.getByRole('region', { name });
  for (let step = -10; step <= 10; step++) {
    await region.evaluate((element, by) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) / 2 + by * element.clientHeight * 0.9;
    }, step);
    await page.waitForTimeout(50);
    if (await isThere()) return true;
  }
  return false;
}
