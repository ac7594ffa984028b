import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { output, runCode, useInterface } from '../interface.ts';
import { choose, results, showResults } from './results-page.ts';

describeInterface('the files that a run left', () => {
  const ui = useInterface();

  it('are images with zoom, trees of JSON and pages without scripts', async () => {
    const page = await ui.enter();
    await showResults(page, writeFiles);
    await choose(page, 'a.svg');
    await results(page).getByText('40 × 20 pixels, fitted').waitFor();
    await results(page).getByRole('region', { name: 'Image' }).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await results(page).getByText('40 × 20 pixels, 150 %').waitFor();
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowRight');
    await results(page).getByRole('img', { name: 'Result file b.svg' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await results(page).getByRole('img', { name: 'Result file a.svg' }).waitFor();

    await choose(page, 'tree.json');
    const tree = results(page).getByRole('tree');
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await tree.getByRole('treeitem', { name: '12345678901234567890' }).waitFor();
    await results(page).getByText('$.list[0]').first().waitFor();

    await choose(page, 'page.html');
    await results(page).getByRole('tab', { name: 'As a page' }).click();
    const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Styled' });
    await expect.poll(() => heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  });

  it('are shown below the output if they are one picture', async () => {
    const page = await ui.enter();
    await runCode(page, `${writeSvg}\nprint("drawn")\nsvg("only.svg", 900)`);
    await output(page).getByText('drawn').waitFor();
    const picture = page.getByRole('button', { name: 'Show image only.svg' }).locator('img');
    await expect.poll(() => picture.evaluate((image) => image.clientWidth)).toBeGreaterThan(500);
  });
});

const writeSvg = `
def svg(name, width):
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width // 2}"><rect width="90%" height="90%"/></svg>'
    open(name, "w").write(text)
`;

const writeFiles = `${writeSvg}
svg("a.svg", 40)
svg("b.svg", 60)
open("tree.json", "w").write('{"list": [12345678901234567890, {"deep": null}]}')
open("page.html", "w").write("<style>h1 { color: rgb(1, 2, 3) }</style><h1>Styled</h1><script>parent.pwned=1</script>")
`;
