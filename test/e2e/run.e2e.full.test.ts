import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { outcome, output, runCode, useInterface } from './interface.ts';

describeInterface('the Run screen', () => {
  const ui = useInterface();

  it('gives the program arguments, input and files, and shows how it failed', async () => {
    const page = await ui.enter();
    await page.getByLabel('Arguments').fill('one\ntwo words');
    await page.getByLabel('Standard input').fill('from stdin');
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
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
