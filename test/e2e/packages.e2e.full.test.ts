import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PackageIndex, startPackageIndex } from '../daemon/packages/package-index.ts';
import { buildSourceDistribution, buildWheel } from '../daemon/packages/wheels.ts';
import { describeInterface } from './browser.ts';
import { goTo, output, register, runCode, signInAgain, useInterface } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

const hostileBuild = `
import sys
def get_requires_for_build_wheel(settings=None): return []
def prepare_metadata_for_build_wheel(folder, settings=None): build_wheel(folder)
def build_wheel(folder, settings=None, metadata=None):
    print("<img src=x onerror='window.pwned=1'>\\x1b]0;title\\x07 turned\\u202egnp.exe", flush=True)
    sys.exit("this package does not build")
`;

describeInterface('the Packages screen', () => {
  let index: PackageIndex;
  beforeAll(async () => {
    index = await startPackageIndex();
    for (const version of ['1.0', '2.0']) index.publish(buildWheel({ name: 'strongtest', version }));
    index.publish(buildWheel({ name: 'other', version: '0.3' }));
    index.publish(buildSourceDistribution({ name: 'hostile', version: '1.0', backend: hostileBuild }));
  });
  afterAll(() => index.stop());
  const ui = useInterface();

  it('installs an added package with a live log, and a run imports it', { timeout: 300_000 }, async () => {
    const page = await ui.enter();
    await useIndex(page, index.url);
    await goTo(page, 'Packages');
    await python(page).getByText('No packages yet').waitFor();
    await checkScreen(page, 'packages-empty');
    await add(page, 'strongtest==1.0');
    await row(page, 'strongtest').getByText('installed', { exact: true }).waitFor({ timeout: 200_000 });
    expect(await row(page, 'strongtest').innerText()).toMatch(/==1\.0\s+1\.0\s+installed/);
    await python(page)
      .getByText(/pip · 1 package · [\d.]+ K?B/)
      .waitFor();
    await python(page)
      .getByRole('button', { name: /Install log/ })
      .click();
    await python(page)
      .getByRole('region', { name: 'Install log of Python' })
      .getByText(/strongtest/)
      .first()
      .waitFor();
    await goTo(page, 'Run');
    await runCode(page, 'import strongtest; print("version", strongtest.VERSION)');
    await output(page).getByText('version 1.0').waitFor();

    await goTo(page, 'Packages');
    await python(page).getByRole('button', { name: 'Remove strongtest' }).click();
    await python(page).getByText('No packages yet').waitFor();
  });

  it('keeps the error with its log, and retries', { timeout: 300_000 }, async () => {
    const page = await ui.open();
    const email = await register(page);
    await useIndex(page, index.url);
    await goTo(page, 'Packages');
    await add(page, 'not-there-yet');
    await python(page).getByRole('alert').getByText('no package named not-there-yet').waitFor();
    await python(page).getByText('Runs have no packages').waitFor();
    await python(page)
      .getByRole('region', { name: 'Install log of Python' })
      .getByText(/not-there-yet/)
      .first()
      .waitFor();
    await checkScreen(page, 'packages-failed');
    index.publish(buildWheel({ name: 'not_there_yet', version: '1.0' }));
    await page.reload();
    await signInAgain(page, email);
    await goTo(page, 'Packages');
    await python(page).getByRole('alert').getByText('no package named not-there-yet').waitFor();
    await python(page).getByRole('button', { name: 'Try again' }).click();
    await row(page, 'not-there-yet').getByText('installed', { exact: true }).waitFor();
    await python(page).getByRole('alert').waitFor({ state: 'detached' });
  });

  it('adds a pasted list to the current one, or replaces it', { timeout: 300_000 }, async () => {
    const page = await ui.enter();
    await useIndex(page, index.url);
    await goTo(page, 'Packages');
    await paste(page, { text: 'strongtest>=1,<2  # the first\n-r more.txt\nother==0.3', button: 'Install 2 packages' });
    await row(page, 'other').getByText('installed', { exact: true }).waitFor();
    expect(await row(page, 'strongtest').innerText()).toContain('1.0');
    await python(page).getByRole('button', { name: 'Paste a list' }).click();
    await checkScreen(page, 'packages-paste');
    await page.keyboard.press('Escape');
    await paste(page, { text: 'strongtest==2.0', button: 'Install 1 package', replacesList: true });
    await row(page, 'other').waitFor({ state: 'detached' });
    await expect.poll(() => row(page, 'strongtest').innerText()).toMatch(/==2\.0\s+2\.0\s+installed/);
    await checkScreen(page, 'packages-full');
  });

  it('shows the output of a hostile package as text', { timeout: 300_000 }, async () => {
    const page = await ui.enter();
    await useIndex(page, index.url);
    await goTo(page, 'Packages');
    await add(page, 'hostile');
    const log = python(page).getByRole('region', { name: 'Install log of Python' });
    await log.getByText("<img src=x onerror='window.pwned=1'>").first().waitFor();
    expect(await log.innerText()).toContain('turned‹U+202E›gnp.exe');
    await python(page).getByRole('alert').getByText('hostile could not be built').waitFor();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
});

const python = (page: Page) => page.getByRole('region', { name: 'Python', exact: true });
const row = (page: Page, name: string) =>
  python(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

/** Sets the package index on the Settings screen. */
async function useIndex(page: Page, url: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByLabel('Python package index').fill(url);
  await page.getByRole('region', { name: 'Package sources' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved.').first().waitFor();
}

/** Adds a package with the keyboard. */
async function add(page: Page, name: string): Promise<void> {
  await python(page).getByLabel('Package for Python').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await row(page, name.replace(/[=<>].*/, '')).waitFor();
}

interface Pasted {
  text: string;
  button: string;
  replacesList?: boolean;
}

async function paste(page: Page, { text, button, replacesList = false }: Pasted): Promise<void> {
  await python(page).getByRole('button', { name: 'Paste a list' }).click();
  await page.getByLabel('List', { exact: true }).fill(text);
  if (replacesList) await page.getByLabel('Replace the current list').check();
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
