import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { outcome, output, register, runCode, useInterface, write } from './interface.ts';

describeInterface('the Run screen', () => {
  const ui = useInterface();

  it('runs the sample of a new account with one shortcut', async () => {
    const page = await ui.open();
    await register(page);
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('result.csv is shown below').waitFor();
    await outcome(page).getByText('Succeeded').waitFor();
    expect(await outcome(page).innerText()).toMatch(/Exit code\s*0/);
    await page.getByRole('button', { name: 'Show result.csv' }).click();
    await page.getByRole('gridcell', { name: '25', exact: true }).waitFor();
  });

  it('shows output while the program still runs, and cancels it', async () => {
    const page = await ui.enter();
    await write(page, 'import time\nprint("first", flush=True)\ntime.sleep(60)\nprint("never")\n');
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('first').waitFor();
    expect(await outcome(page).innerText()).toContain('Running');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await outcome(page).getByText('Cancelled').waitFor();
    expect(await output(page).innerText()).not.toContain('never');
  });

  it('gives the program arguments, input and files, and shows how it failed', async () => {
    const page = await ui.enter();
    await page.getByLabel('Arguments').fill('one\ntwo words');
    await page.getByLabel('Standard input').fill('from stdin');
    await page.setInputFiles('input[type=file]', {
      name: 'in.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('from a file'),
    });
    await page.getByText('in.txt').waitFor();
    await runCode(page, 'import sys\nprint(sys.argv[1:], sys.stdin.read(), open("in.txt").read())\nsys.exit(3)\n');
    await output(page).getByText("['one', 'two words'] from stdin from a file").waitFor();
    await outcome(page).getByText('Failed').waitFor();
    expect(await outcome(page).innerText()).toMatch(/Exit code\s*3/);
  });
});
