import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { temporaryDataDir } from '../support/daemon/child-daemon.ts';
import { describeInterface } from './browser.ts';
import { dropPath } from './drop-path.ts';
import { editor, output, register, signInAgain, useInterface, write } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

const masterPassword = 'a master password of a test';
const project = {
  '.gitignore': 'build/\n',
  'src/app.py': 'from lib.total import total\nprint("total", total(open("data/orders.csv")))\n',
  'src/lib/total.py': 'def total(file):\n    return sum(int(line) for line in file)\n',
  'src/check.py': 'print("checked", open("data/orders.csv").readline().strip())\n',
  'data/orders.csv': '40\n2\n',
  'build/app.py': '0\n',
  '.env': 'TOKEN=1\n',
};

describeInterface('a project of several files on the Run screen', () => {
  const ui = useInterface();
  const { dataDir } = temporaryDataDir();
  const folder = join(dataDir, 'orders');

  it('is added with its paths, runs the chosen program, and is there after a reload', async () => {
    for (const [path, text] of Object.entries(project)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const page = await ui.open();
    const email = await register(page);
    await page.getByLabel('Folder for the program').setInputFiles(folder);
    const dialog = page.getByRole('dialog', { name: 'Add the folder orders' });
    await dialog.getByText(/^5 files, /).waitFor();
    await dialog.getByText('Left out: 2').click();
    await dialog.getByText('build/').waitFor();
    await dialog.getByLabel('Program').selectOption('src/app.py');
    expect(await dialog.getByLabel(/In a folder/).isChecked()).toBe(false);
    await checkScreen(page, 'run-folder');
    await dialog.getByRole('button', { name: 'Add 5 files' }).click();
    await expect.poll(() => editor(page).innerText()).toContain('from lib.total import total');
    await expectRun(page, 'total 42');
    const files = page.getByRole('list', { name: 'Files for the program' });
    await files.getByRole('button', { name: /^lib\// }).press('Enter');
    await files.getByText('total.py').waitFor({ state: 'detached' });
    await checkScreen(page, 'run-files');

    await page.getByLabel('Program', { exact: true }).selectOption('src/check.py');
    await expect.poll(() => editor(page).innerText()).toContain('checked');
    await files.getByText('app.py').waitFor();
    await expectRun(page, 'checked 40');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await signInAgain(page, email);
    await files.getByText('app.py').waitFor();
    await expectRun(page, 'checked 40');

    await page.getByRole('button', { name: 'Save to vault' }).click();
    const saving = page.getByRole('dialog', { name: 'Save to vault' });
    await saving.getByLabel('Master password').fill(masterPassword);
    await saving.getByLabel('Repeat it').fill(masterPassword);
    await page.keyboard.press('Enter');
    await saving.getByLabel('Name', { exact: true }).fill('orders/check.py');
    await page.keyboard.press('Enter');
    await page.getByText('The script runs at src/check.py.').waitFor();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('checked 40').waitFor();
    await checkScreen(page, 'vault-files');
    await page.getByRole('button', { name: 'Use the usual path' }).click();
    await page.getByText('The script runs at').waitFor({ state: 'detached' });
    await files.getByRole('button', { name: 'Remove src/', exact: true }).click();
    await files.getByText('app.py').waitFor({ state: 'detached' });
  });

  it('is dropped below the code that is in the editor, and limits are said before anything is read', async () => {
    const page = await ui.enter();
    await write(page, 'import os\nprint(sorted(os.listdir("orders/data")))\n');
    await dropPath(page, page.getByText('or drop files and folders here'), folder);
    const dialog = page.getByRole('dialog', { name: 'Add the folder orders' });
    await dialog.getByLabel(/^src\//).uncheck();
    await dialog.getByRole('button', { name: 'Add 2 files' }).click();
    await page.getByRole('list', { name: 'Files for the program' }).getByText('orders/', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expectRun(page, "['orders.csv']");

    for (let number = 0; number < 300; number++) {
      mkdirSync(join(dataDir, 'many'), { recursive: true });
      writeFileSync(join(dataDir, 'many', `${number}.txt`), 'x');
    }
    await page.getByLabel('Folder for the program').setInputFiles(join(dataDir, 'many'));
    await page.getByText(/^300 files, .* at most 256 files/).waitFor();
    expect(await page.getByRole('button', { name: 'Add 300 files' }).isDisabled()).toBe(true);
  });
});

async function expectRun(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await output(page).getByText(text).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
}
