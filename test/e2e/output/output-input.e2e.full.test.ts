import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { outcome, output, useInterface, write } from '../interface.ts';

const dialogue = 'name = input("Name? ")\nprint("Hello", name)\nprint(input("Age? "), "years")\n';

describeInterface('a program that asks', () => {
  const ui = useInterface();

  it('gets its lines from the output panel, and the end of its input', async () => {
    const page = await ui.enter();
    const line = page.getByRole('textbox', { name: 'Line for the program' });
    await write(page, dialogue);
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('Name?').waitFor();
    await line.fill('Ada');
    await line.press('Enter');
    await output(page).getByText('Hello Ada').waitFor();
    expect(await output(page).innerText()).toContain('input:');
    await line.fill('36');
    await page.getByRole('button', { name: 'Send line' }).click();
    await output(page).getByText('36 years').waitFor();
    await line.waitFor({ state: 'detached' });

    // Without lines to read, a program finds the end of its input at once.
    await write(page, 'import sys\nprint("all:", sys.stdin.read())\n');
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('all:').waitFor();
    await outcome(page).getByText('Succeeded').waitFor();

    await page.getByLabel('If it is empty').selectOption('ask');
    await page.keyboard.press('Control+Enter');
    await line.fill('first');
    await line.press('Enter');
    await line.press('Control+d');
    await output(page).getByText('all: first').waitFor();
    await line.waitFor({ state: 'detached' });
  });
});
