/** Hints for a run that failed: each leads to a run that succeeds, with one click or one question. */
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, outcome, output, runCode, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';

const helps = 'What would help';

describeInterface('the hints of a run', () => {
  const ui = useInterface();

  it('raise a limit', async () => {
    const page = await ui.enter();
    await runCode(page, 'x = b"x" * (300 << 20)\nprint("done")\n');
    const list = page.getByRole('list', { name: helps });
    await list.getByText('needed more than its 256 MiB of memory').waitFor();
    await checkScreen(page, 'run-hint');
    await list.getByRole('button', { name: 'Run with 512 MiB' }).click();
    await output(page).getByText('done').waitFor();
    await list.waitFor({ state: 'detached' });
  });

  it('put a secret that is bound to a host into requests to it', async () => {
    const page = await ui.enter();
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('Name', { exact: true }).fill('SERVICE_TOKEN');
    await page.getByLabel('Value', { exact: true }).fill('a long enough value');
    await page.getByLabel('Only in requests to these hosts').check();
    await page.getByLabel('Host', { exact: true }).fill('api.example.com');
    await page.getByRole('button', { name: 'Save secret' }).click();
    await page.getByRole('rowheader', { name: 'SERVICE_TOKEN' }).waitFor();
    await goTo(page, 'Run');
    await runCode(page, 'import os\nprint(os.environ["SERVICE_TOKEN"][:19])\n');
    const list = page.getByRole('list', { name: helps });
    await list.getByText('SERVICE_TOKEN, which is only sent to api.example.com').waitFor();
    await list.getByRole('button', { name: 'Allow once: api.example.com' }).click();
    await page.getByRole('button', { name: 'Allow in settings and run again' }).click();
    await output(page).getByText('srph_SERVICE_TOKEN_').waitFor();
  });

  it('ask for the input that the program reads', async () => {
    const page = await ui.enter();
    await page.getByLabel('If it is empty').selectOption('none');
    await runCode(page, 'print("hello", input())\n');
    await page.getByRole('button', { name: 'Run and ask for input' }).click();
    await page.getByRole('textbox', { name: 'Line for the program' }).fill('Ada');
    await page.keyboard.press('Enter');
    await output(page).getByText('hello Ada').waitFor();
  });

  it('are shown as text where nothing can be changed, also for an earlier run', async () => {
    const page = await ui.enter();
    await runCode(page, 'open("data/in.csv")\n');
    await outcome(page).getByText('Failed').waitFor();
    const list = page.getByRole('list', { name: helps });
    await list.getByText('The program opened data/in.csv').waitFor();
    expect(await list.getByRole('button').count()).toBe(0);
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('button', { name: /Failed/ })
      .first()
      .click();
    const earlier = page.getByRole('dialog', { name: 'Earlier run' });
    await earlier.getByText('The program opened data/in.csv').waitFor();
  });
});
