import { expect, it } from 'vitest';
import { describeInterface, useBrowser } from '../browser.ts';
import { findLayoutFaults } from './find-layout-faults.ts';

const faultsByMarkup: Readonly<Record<string, [markup: string, faults: string[]]>> = {
  'nothing on a sound page': [
    `<button>One</button> <button>Two</button>
     <div style="height:50px;overflow:auto"><p style="height:400px">tall</p><button>Further down</button></div>
     <p data-whole-on-focus style="width:80px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">long enough to be cut</p>`,
    [],
  ],
  'a button over another': [
    '<button style="position:absolute;left:0;top:0">Below</button><button style="position:absolute;left:9px;top:9px">Above</button>',
    ['overlap: button "Below" and button "Above"', 'covered: button "Below" by button "Above"'],
  ],
  'a button that a box cuts': [
    '<div style="width:60px;height:40px;overflow:hidden"><button style="width:100px">Wide</button></div>',
    ['runs out of its box: button "Wide"', 'clipped (x): button "Wide"'],
  ],
  'a button out of the window': [
    '<style>body{overflow:hidden}</style><button style="position:absolute;left:2000px">Gone</button>',
    [
      'runs out of its box: button "Gone"',
      'clipped (x): button "Gone"',
      'out of reach: button "Gone"',
      'the page scrolls sideways',
    ],
  ],
  'a button under something that is no control': [
    '<button style="position:absolute;left:0;top:0">Hidden</button><div style="position:absolute;inset:0">Curtain</div>',
    ['covered: button "Hidden" by div "Curtain"'],
  ],
  'text that is cut for good': [
    '<p style="width:80px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">a name that is too long</p>',
    ['cut: p "a name that is too long"'],
  ],
  'text beyond its box': [
    '<div style="width:80px;overflow:hidden"><p style="width:400px;white-space:nowrap">text that runs out of the box</p></div>',
    ['runs out of its box: p "text that runs out of the box"'],
  ],
  'text that its scrolling box does not scroll to': [
    `<div dir="ltr" style="position:relative;width:80px;height:40px;overflow:auto">
       <p style="position:absolute;inset:0;contain:layout;margin:0;white-space:nowrap">a line that is wider than its box</p></div>
     <div dir="ltr" style="position:relative;width:80px;height:40px;overflow:auto">
       <p style="position:absolute;inset:0;margin:0;white-space:nowrap">a line that its box scrolls to</p></div>`,
    ['beyond the end of the scrolling (x): p "a line that is wider than its box"'],
  ],
  'a page that scrolls sideways': ['<div style="width:3000px">wide</div>', ['the page scrolls sideways']],
  'an editor without height next to its output': [
    '<div class="cm-editor" style="height:90px">code</div><section aria-label="Output" style="height:300px">output</section>',
    ['too low (90 px): div "code"'],
  ],
};

describeInterface('the measurement of a screen reports', () => {
  const browser = useBrowser();

  it.each(Object.entries(faultsByMarkup))('%s', async (_, [markup, expected]) => {
    const page = await browser().newPage({ viewport: { width: 900, height: 600 } });
    await page.setContent(`<style>body{margin:0}</style>${markup}`);
    const faults = await page.evaluate(findLayoutFaults);
    await page.close();
    // Removes the coordinates that a clipped control is reported with.
    expect(faults.map((line) => line.split(' [')[0])).toEqual(expected);
  });
});
