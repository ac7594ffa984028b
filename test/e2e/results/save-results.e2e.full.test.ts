import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { choose, results, showResults } from './results-page.ts';

describeInterface('the results of a run', () => {
  const ui = useInterface();

  it('are saved as one archive with safe paths, from both lists', async () => {
    const page = await ui.enter();
    await showResults(page, writeFiles);
    const expected = ['_aux.txt', 'data/ROWS.csv', 'data/rows (2).csv', 'readme.md'];
    const files = await savedFiles(page, () => results(page).getByRole('button', { name: 'Save all as zip' }).click());
    expect(Object.keys(files).toSorted()).toEqual(expected);
    expect(new TextDecoder().decode(files['_aux.txt'])).toBe('reserved');
    expect(new TextDecoder().decode(files['data/rows (2).csv'])).toBe('a,b\n');

    await page.getByRole('button', { name: 'Output', exact: true }).click();
    const list = page.getByRole('region', { name: 'Result files' });
    const again = await savedFiles(page, () => list.getByRole('button', { name: 'Save all as zip' }).click());
    expect(Object.keys(again).toSorted()).toEqual(expected);
  });

  it('are not saved after a cancel', async () => {
    const page = await ui.enter();
    await showResults(page, writeLarge);
    const asked = page.waitForRequest(/\/files\/large-1\.bin$/);
    await page.route(/\/files\/large-1\.bin$/, () => undefined);
    page.on('download', () => expect.fail('an archive was saved after a cancel'));
    await results(page).getByRole('button', { name: 'Save all as zip' }).click();
    await asked;
    const progress = results(page).getByRole('progressbar', { name: 'Files in the archive' });
    await expect.poll(() => progress.getAttribute('value')).toBe('1');
    await results(page).getByRole('button', { name: 'Cancel the archive' }).click();
    await page.getByText('Nothing was saved: the archive was cancelled.').first().waitFor();
    await results(page).getByRole('button', { name: 'Save all as zip' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save all as zip');
  });

  it('can be Markdown, without HTML, images and links that open at once', async () => {
    const page = await ui.enter();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await showResults(page, writeFiles);
    await choose(page, 'readme.md');
    const text = results(page).getByRole('region', { name: 'Document readme.md' });
    await text.getByRole('heading', { name: 'Report & more' }).waitFor();
    await text.getByRole('columnheader', { name: 'size' }).waitFor();
    await text.getByText('<script>window.pwned=1</script>').waitFor();
    await text.getByText('[image: picture]').waitFor();
    await text.getByText('not').first().waitFor();
    expect(await text.locator('a, img, script').count()).toBe(0);
    expect(await text.getByRole('button').allInnerTexts()).toEqual(['web']);
    expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
    await checkScreen(page, 'results-markdown');

    await text.getByRole('button', { name: 'web' }).click();
    const dialog = page.getByRole('dialog', { name: 'A link of the program' });
    await dialog.getByText('https://example.com/x?a=1').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(requested.filter((url) => url.includes('example.com'))).toEqual([]);

    await results(page).getByRole('tab', { name: 'Source' }).click();
    await results(page).getByText('[web](https://example.com/x?a=1)').waitFor();
  });
});

/** Returns the files of the archive that a click saves. */
async function savedFiles(page: Page, save: () => Promise<void>): Promise<Record<string, Uint8Array>> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  expect(download.suggestedFilename()).toMatch(/^results-[\w-]{8}\.zip$/);
  return unzipSync(new Uint8Array(await readFile(await download.path())));
}

const writeLarge = `
import random
for n in range(3):
    open(f"large-{n}.bin", "wb").write(random.randbytes(400_000))
`;

const writeFiles = `
import os
os.mkdir("data")
open("aux.txt", "w").write("reserved")
open("data/rows.csv", "w").write("a,b\\n")
open("data/ROWS.csv", "w").write("c,d\\n")
open("readme.md", "w").write("""# Report &amp; more

Two *files*, \`code\` and **strong** text.

1. one
2. two
   - below

> quoted

| n | size |
|---|---:|
| a | 7 |

<script>window.pwned=1</script>

[web](https://example.com/x?a=1) [not](javascript:alert(1)) ![picture](https://example.com/x.png)

\`\`\`python
print("x" * 3)
\`\`\`
""")
`;
