/**
 * Measures the frame rate of the interface: while a program prints 100,000 lines to the screen, and while an audit list of
 * 100,000 entries scrolls from end to end, in a real Chromium with the shipped bundle. The page counts its own frames
 * (`requestAnimationFrame`). An empty page in the same browser shows the best rate of this machine.
 * `npm run bench:interface`
 */
import type { BrowserContext } from 'playwright';
import { startBenchDaemon } from './measure/bench-daemon.ts';
import { launchBrowser } from './measure/browser.ts';
import { enterInterface, writeCode } from './measure/enter-interface.ts';
import { countFrames, type FrameTimes } from './measure/frame-times.ts';
import { describeMachine } from './measure/machine.ts';

const lines = 100_000;
const entries = 100_000;
const goal = 50;

const daemon = await startBenchDaemon();
const browser = await launchBrowser();
try {
  print(await describeMachine(daemon));
  print(`Chromium ${browser.version()}, headless, no GPU, 1280 x 800\n`);
  print(
    `${'what'.padEnd(46)} ${['frames/s', 'p50 ms', 'p95 ms', 'worst ms', 'cpu ms'].map((word) => word.padStart(9)).join('')}`,
  );
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const slowest = Math.min(
    await emptyPage(context),
    await streaming(context, 'over ten seconds'),
    await streaming(context, 'at once'),
    await scrolling(context),
  );
  print(`\n${slowest >= goal ? 'All' : 'NOT all'} are at ${goal} frames a second or more.`);
} finally {
  await browser.close();
  await daemon.stop();
}

/** Measures an empty page, which is the best rate of this machine. */
async function emptyPage(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const times = await countFrames(page, () => page.waitForTimeout(3000));
  await page.close();
  return report('an empty page', times);
}

/** Measures output at full speed, which takes half a second, or spread over ten seconds. */
async function streaming(context: BrowserContext, pace: 'at once' | 'over ten seconds'): Promise<number> {
  const page = await enterInterface(context, daemon.url);
  // Short lines: a stream is cut at 1 MiB.
  const pause = pace === 'over ten seconds' ? `\n  if n % 100 == 99: time.sleep(0.01)` : '';
  await writeCode(page, `import time\nfor n in range(${lines}):\n  print(n)${pause}`);
  const end = page.getByRole('region', { name: 'Program output' }).getByText(String(lines - 1), { exact: true });
  const times = await countFrames(page, async () => {
    await page.keyboard.press('Control+Enter');
    await end.waitFor({ timeout: 120_000 });
  });
  const shown = await page.getByRole('region', { name: 'Program output' }).locator('[dir=ltr]').count();
  await page.close();
  return report(`${lines} lines ${pace} (${shown} rows in the page)`, times);
}

async function scrolling(context: BrowserContext): Promise<number> {
  const page = await enterInterface(context, daemon.url);
  await page.route('**/api/v1/audit-log?*', (route) => route.fulfill({ json: auditPage(route.request().url()) }));
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('tab', { name: 'Audit log' }).click();
  const list = page.getByRole('region', { name: 'Audit log' });
  while (!(await page.getByText(`${entries.toLocaleString('en')} entries.`).isVisible()))
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  const times = await countFrames(page, () => list.evaluate(scrollThrough, { stepPixels: 240, frames: 600 }));
  await page.close();
  return report(`${entries} audit entries scrolled`, times);
}

/** As fast as a wheel can be turned: some 14,000 pixels a second. */
function scrollThrough(element: Element, { stepPixels, frames }: { stepPixels: number; frames: number }) {
  return new Promise<void>((done) => {
    let left = frames;
    const step = () => {
      element.scrollBy({ top: stepPixels });
      left -= 1;
      if (left > 0) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
}

/** The log is made up here: the list is the subject, and to write so many true entries takes a minute. */
function auditPage(url: string) {
  const query = new URL(url).searchParams;
  const limit = Number(query.get('limit'));
  const newest = Number(query.get('before') ?? entries + 1) - 1;
  const logs = Array.from({ length: Math.min(limit, newest) }, (_, index) => ({
    id: newest - index,
    user_id: 1,
    action: index % 3 === 0 ? 'secret.list' : 'code.execute',
    resource_type: 'execution',
    resource_id: null,
    ip_address: '127.0.0.1',
    metadata: { language: 'python', codeLength: 120 + index, secretsInjected: 2, packages: 3, source: 'interface' },
    created_at: new Date(1_790_000_000_000 + (newest - index) * 1000).toISOString(),
  }));
  return { logs, nextBefore: newest > limit ? newest - limit + 1 : null };
}

function report(what: string, { perSecond, p50, p95, worst, cpu, parts }: FrameTimes): number {
  const figures = [perSecond, p50, p95, worst, cpu].map((figure) => figure.toFixed(1).padStart(9));
  print(`${what.padEnd(46)} ${figures.join('')}   ${parts}`);
  return perSecond;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
