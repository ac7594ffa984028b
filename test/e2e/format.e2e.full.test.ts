import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PackageIndex, startPackageIndex } from '../daemon/packages/package-index.ts';
import { buildWheel } from '../daemon/packages/wheels.ts';
import { describeInterface } from './browser.ts';
import { editor, goTo, useInterface, write } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';
import { openVault, vaultCode, writeVaultCode } from './vault/vault-page.ts';

/** Stands for the real package: it has the two names that are used. */
const black = `
import os, re
class Mode: pass
def format_str(code, mode):
    assert isinstance(mode, Mode) and "SECRET" not in os.environ
    if "((" in code: raise ValueError("Cannot parse: 1:8: x = ((")
    if "nothing" in code: return ""
    return re.sub(r" *= *", " = ", code)
`;

describeInterface('the formatter', () => {
  let index: PackageIndex;
  beforeAll(async () => {
    index = await startPackageIndex();
    index.publish(buildWheel({ name: 'black', version: '1.0', files: { 'black.py': black } }));
  });
  afterAll(() => index.stop());
  const ui = useInterface();

  it('says what to add where it is not installed, and changes nothing', async () => {
    const page = await ui.enter();
    await write(page, 'x=1\n');
    await page.keyboard.press('Shift+Alt+f');
    await note(page, 'Add one of them to the Python packages.');
    expect(await lines(page)).toEqual(['x=1', '']);
    await page.getByLabel('Language').selectOption('bash');
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await note(page, 'There is no formatter for this language.');
    await page.getByLabel('Language').selectOption('javascript');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('format the');
    await page.keyboard.press('Enter');
    await note(page, 'Add it to the JavaScript packages.');
    expect(await lines(page)).toEqual(['x=1', '']);
    await checkScreen(page, 'format-missing');
  });

  it('keeps the cursor, is one undo step, leaves no run, and never replaces code by an error', {
    timeout: 300_000,
  }, async () => {
    const page = await ui.enter();
    await addBlack(page, index.url);
    await goTo(page, 'Run');
    await write(page, 'a=1\nb   =2\nprint(a,b)');
    // Between `b` and `)` of the last line, which moves.
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+Alt+f');
    await editor(page).getByText('b = 2').waitFor();
    await page.keyboard.type('c');
    expect(await lines(page)).toEqual(['a = 1', 'b = 2', 'print(a,bc)']);
    await page.keyboard.press('Control+z');
    expect(await lines(page)).toEqual(['a = 1', 'b = 2', 'print(a,b)']);
    await page.keyboard.press('Control+z');
    expect(await lines(page)).toEqual(['a=1', 'b   =2', 'print(a,b)']);

    await write(page, 'x=((');
    await page.keyboard.press('Shift+Alt+f');
    await note(page, 'The code was not formatted. Cannot parse: 1:8: x = ((');
    await write(page, 'nothing=1');
    await page.keyboard.press('Shift+Alt+f');
    await note(page, 'The formatter returned no code.');
    expect(await lines(page)).toEqual(['nothing=1']);
    // Text that is typed while the formatter works stays.
    await write(page, 'z=1');
    await page.keyboard.press('Shift+Alt+f');
    await page.keyboard.type('0');
    await note(page, 'The code changed during formatting');
    expect(await lines(page)).toEqual(['z=10']);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('No runs yet').waitFor();

    await openVault(page);
    await writeVaultCode(page, 'v=1');
    await page.keyboard.press('Shift+Alt+f');
    await vaultCode(page).getByText('v = 1').waitFor();
  });
});

const note = (page: Page, text: string) => page.getByText(text).first().waitFor();

const lines = (page: Page) =>
  editor(page)
    .locator('.cm-line')
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.trimEnd()));

async function addBlack(page: Page, url: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByLabel('Python package index').fill(url);
  await page.getByRole('region', { name: 'Package sources' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved.').first().waitFor();
  await goTo(page, 'Packages');
  const python = page.getByRole('region', { name: 'Python', exact: true });
  await python.getByLabel('Package for Python').fill('black');
  await page.keyboard.press('Enter');
  await python.getByText('installed', { exact: true }).waitFor({ timeout: 200_000 });
}
