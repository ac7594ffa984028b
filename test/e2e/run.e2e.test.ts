import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { outcome, output, register, useInterface, write } from './interface.ts';

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
});
