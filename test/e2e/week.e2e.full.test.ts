/** The tasks of a week take as many actions as docs/interface.md says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { editor, goTo, makeSecret, outcome, output, password, runCode, useInterface, write } from './interface.ts';
import { results } from './results/results-page.ts';
import { openVault, scriptRow, vaultCode, writeVaultCode } from './vault/vault-page.ts';

const interfacePage = readFileSync(join(import.meta.dirname, '../../docs/interface.md'), 'utf8');

/** Returns the number of actions that the page states for a task, in the column "now". */
function statedActions(task: string): number {
  const row = interfacePage.split('\n').find((line) => line.startsWith(`| ${task} |`));
  const now = row?.split(' | ')[2];
  if (now === undefined) throw new Error(`docs/interface.md has no task "${task}"`);
  return Number.parseInt(now, 10);
}

/** Acts as a person does, and counts: a click, a key with a command, and a field that is filled in are one action each. */
function countActions(page: Page) {
  let count = 0;
  return {
    press: async (keys: string) => {
      count++;
      await page.keyboard.press(keys);
    },
    click: async (target: Locator) => {
      count++;
      await target.click();
    },
    fill: async (field: Locator, text: string) => {
      count++;
      await field.fill(text);
    },
    expectStated: (task: string) => expect(count, task).toBe(statedActions(task)),
  };
}

const search = (page: Page) => page.getByPlaceholder(/^Name of a script/);
const dialog = (page: Page) => page.getByRole('dialog');

describeInterface('a week of tasks', () => {
  const ui = useInterface();

  it('with a snippet: run it, answer it, keep it', { timeout: 120_000 }, async () => {
    const page = await ui.enter();
    await openVault(page);
    await goTo(page, 'Run');
    await write(page, 'print("Hello", input("Name? "))');
    const run = countActions(page);
    await run.press('Control+Enter');
    await output(page).getByText('Name?').waitFor();
    run.expectStated('run what is in the editor');

    const answer = countActions(page);
    await answer.fill(page.getByRole('textbox', { name: 'Line for the program' }), 'Ada');
    await answer.press('Enter');
    await output(page).getByText('Hello Ada').waitFor();
    answer.expectStated('answer a question of the program');

    const keep = countActions(page);
    await keep.press('Control+s');
    await keep.fill(page.getByLabel('Name'), 'jobs/hello.py');
    await keep.press('Control+s');
    await page.getByText('jobs/hello.py is saved, encrypted.').first().waitFor();
    keep.expectStated('keep it as a script, in a folder');
  });

  it('with stored scripts: find, run, rename, go back', { timeout: 120_000 }, async () => {
    const page = await ui.enter();
    await openVault(page);
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await writeVaultCode(page, 'import sys\nprint("first", sys.argv[1:])\n');
    await page.keyboard.press('Control+s');
    await scriptRow(page, 'report.py')
      .getByText(/revision 1/)
      .waitFor();
    await goTo(page, 'Packages');

    const open = countActions(page);
    await open.press('Control+p');
    await open.fill(search(page), 'rep');
    await page.getByRole('option', { name: 'report.py' }).waitFor();
    await open.press('Enter');
    await expect.poll(() => vaultCode(page).innerText()).toContain('first');
    await open.press('Control+Enter');
    await output(page).getByText('first []').waitFor();
    await outcome(page).getByText('Succeeded').waitFor();
    open.expectStated('open a script from another screen, and run it');

    const argument = countActions(page);
    await argument.fill(page.getByLabel('Arguments'), '--month\n3');
    await argument.press('Control+Enter');
    await output(page).getByText("first ['--month', '3']").waitFor();
    await outcome(page).getByText('Succeeded').waitFor();
    argument.expectStated('run it again with other arguments');

    const find = countActions(page);
    await find.press('Control+Shift+F');
    await page.getByText('1 of 1 scripts are searched.').waitFor();
    await find.fill(search(page), '#sys.argv');
    await page
      .getByRole('option', { name: /sys\.argv/ })
      .first()
      .waitFor();
    await find.press('Enter');
    await expect.poll(() => vaultCode(page).innerText()).toContain('first');
    find.expectStated('find a text in all scripts');

    const rename = countActions(page);
    await scriptRow(page, 'report.py').focus();
    await rename.press('F2');
    await rename.fill(page.getByLabel('New name'), 'monthly/report.py');
    await rename.press('Enter');
    await page.getByText('report.py is now monthly/report.py.').first().waitFor();
    rename.expectStated('move a script into a folder');

    await writeVaultCode(page, 'print("second")\n');
    await page.keyboard.press('Control+s');
    await scriptRow(page, 'report.py')
      .getByText(/revision 2/)
      .waitFor();
    const back = countActions(page);
    await back.click(page.getByRole('button', { name: 'Revisions' }));
    await back.click(dialog(page).getByRole('button', { name: 'Open revision 1 in the editor' }));
    await expect.poll(() => vaultCode(page).innerText()).toContain('first');
    await back.press('Control+s');
    await scriptRow(page, 'report.py')
      .getByText(/revision 3/)
      .waitFor();
    back.expectStated('go back to the revision before');
  });

  it('with results and earlier runs', { timeout: 120_000 }, async () => {
    const page = await ui.enter();
    await runCode(
      page,
      'import sys\nopen("a.csv", "w").write("city,people\\nA,1\\nB,3\\nC,2\\n")\nopen("b.txt", "w").write("b")\nprint("table")\n',
    );
    await page.getByRole('button', { name: 'Results 2' }).waitFor();
    const table = countActions(page);
    await table.click(page.getByRole('button', { name: 'Results 2' }));
    await table.click(results(page).getByRole('columnheader', { name: 'people number' }));
    await table.fill(page.getByRole('searchbox', { name: 'Filter rows' }), 'B');
    await results(page).getByText('1 of 3 rows').waitFor();
    table.expectStated('look at a table: sort it by a column, and filter it');

    const save = countActions(page);
    const download = page.waitForEvent('download');
    await save.click(page.getByRole('button', { name: 'Save all as zip' }));
    await download;
    save.expectStated('save all its files');

    await runCode(page, 'raise SystemExit("broken")\n');
    await runCode(page, 'print("fine")\n');
    const again = countActions(page);
    await again.click(page.getByRole('tab', { name: 'History' }));
    await again.click(page.getByRole('button', { name: /^Run again:.*broken/ }));
    await output(page).getByText('broken').waitFor();
    again.expectStated('run an earlier program again');
  });

  it('with secrets and a pause', { timeout: 120_000 }, async () => {
    const page = await ui.enter();
    await makeSecret(page, 'TOKEN');
    await goTo(page, 'Run');
    await write(page, 'print("stays")');
    const describeIt = countActions(page);
    await describeIt.click(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Secrets' }));
    await describeIt.click(page.getByRole('button', { name: 'Edit TOKEN' }));
    await describeIt.fill(dialog(page).getByLabel('Description'), 'of the weather service');
    await describeIt.click(dialog(page).getByRole('button', { name: 'Save changes' }));
    await page.getByText('of the weather service').waitFor();
    describeIt.expectStated('correct the description of a secret');

    const pause = countActions(page);
    await pause.press('Control+l');
    await pause.fill(page.getByLabel('Password'), password);
    await pause.press('Enter');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    pause.expectStated('lock the window, and come back');
    await goTo(page, 'Run');
    await expect.poll(() => editor(page).innerText()).toContain('stays');
  });
});
