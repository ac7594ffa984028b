/**
 * Measures the interface in daily work, in a real Chromium with the shipped bundle: first paint, typing in a file of 10,000 lines,
 * opening by name, a table of 100,000 rows, and memory. A bare page with the same text in a `textarea` is measured in the same
 * run, and the ratio is printed. `npm run bench:workspace`
 */
import type { BrowserContext, Page } from 'playwright';
import { type BenchDaemon, startBenchDaemon } from './measure/bench-daemon.ts';
import { launchBrowser } from './measure/browser.ts';
import { enterInterface, writeCode } from './measure/enter-interface.ts';
import { firstPaintOf, heapOf, measureKeys, pressToPaint } from './measure/input-latency.ts';
import { describeMachine } from './measure/machine.ts';

const codeLines = 10_000;
const tableRows = 100_000;
const printedLines = 100_000;
const presses = 150;

const code = Array.from({ length: codeLines }, (_, line) => `value_${line} = ${line} + 1  # a comment`).join('\n');
const daemon = await startBenchDaemon();
const browser = await launchBrowser();
try {
  print(await describeMachine(daemon));
  print(`Chromium ${browser.version()}, headless, no GPU, 1280 x 800\n`);
  print(`${''.padEnd(52)}${'strongroom'.padStart(12)}${'bare page'.padStart(12)}${'ratio'.padStart(8)}`);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await firstPaint(context, daemon);
  await typing(context);
  await opening(context);
  await table(context);
  await memory(context);
} finally {
  await browser.close();
  await daemon.stop();
}

async function firstPaint(context: BrowserContext, { url }: BenchDaemon): Promise<void> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 5; round++) {
    const page = await context.newPage();
    await page.goto(url);
    own.push(await firstPaintOf(page));
    await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Bare</h1>' }));
    await page.goto(`${url}/bare`);
    bare.push(await firstPaintOf(page));
    await page.close();
  }
  report('first paint, ms (median of 5)', median(own), median(bare));
}

async function typing(context: BrowserContext): Promise<void> {
  const page = await enterInterface(context, daemon.url);
  await writeCode(page, code);
  await page.keyboard.press('Control+Home');
  const own = await measureKeys(page, presses);
  await page.close();
  const plain = await context.newPage();
  await plain.setContent('<textarea style="width:100%;height:90vh"></textarea>');
  await plain.locator('textarea').evaluate((field: HTMLTextAreaElement, text) => {
    field.value = text;
  }, code);
  await plain.locator('textarea').focus();
  await plain.keyboard.press('Control+Home');
  const bare = await measureKeys(plain, presses);
  await plain.close();
  report(`key to paint in ${codeLines} lines, p50 ms`, own.p50, bare.p50);
  report(`key to paint in ${codeLines} lines, p95 ms (goal 16)`, own.p95, bare.p95);
}

/** The list of the vault is made up here: a thousand real scripts take minutes to encrypt. */
async function opening(context: BrowserContext): Promise<void> {
  const page = await enterInterface(context, daemon.url);
  const scripts = Array.from({ length: 1000 }, (_, index) => ({
    ...{
      stored: true,
      zeroKnowledge: true,
      name: `folder-${index % 20}/report-${index}.py`,
      language: 'python',
      description: '',
      size: 100,
      revision: 1,
    },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  }));
  await page.route(/\/api\/v1\/zk\/code(\?|$)/, (route) => route.fulfill({ json: { code: scripts } }));
  await page.keyboard.press('Control+p');
  await page.getByRole('option', { name: /report-0\.py/ }).waitFor();
  const own = await measureKeys(page, 20);
  await page.close();
  report('key to paint, open by name with 1,000 scripts, p95 ms', own.p95);
}

async function table(context: BrowserContext): Promise<void> {
  const opened: number[] = [];
  const sorted: number[] = [];
  for (let round = 0; round < 3; round++) {
    const page = await enterInterface(context, daemon.url);
    opened.push(await openTable(page));
    const header = page.getByRole('columnheader', { name: /^b/ });
    sorted.push(await timeUntil(page, () => header.click(), page.locator('[aria-sort=ascending]')));
    await page.close();
  }
  report(`table of ${tableRows} rows: press to painted cells, ms (goal 500)`, median(opened));
  report(`table of ${tableRows} rows: sort, ms (goal 500)`, median(sorted));
}

async function openTable(page: Page): Promise<number> {
  const program = `with open("big.csv", "w") as f:\n  f.write("a,b,c\\n")\n  for n in range(${tableRows}): f.write(f"{n},{(n * 7919) % 100003},x{n}\\n")\n`;
  await writeCode(page, program);
  await page.keyboard.press('Control+Enter');
  const show = page.getByRole('button', { name: 'Show big.csv' });
  await show.waitFor();
  return pressToPaint(page, () => show.click(), '[role=gridcell]');
}

async function timeUntil(page: Page, act: () => Promise<void>, seen: { waitFor(): Promise<void> }): Promise<number> {
  const from = performance.now();
  await act();
  await seen.waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return performance.now() - from;
}

async function memory(context: BrowserContext): Promise<void> {
  const plain = await context.newPage();
  const bare = await heapOf(plain);
  await plain.close();
  const page = await enterInterface(context, daemon.url);
  report('memory of JavaScript, idle on Run, MiB', await heapOf(page), bare);
  await writeCode(page, `for n in range(${printedLines}): print(n)`);
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('region', { name: 'Program output' })
    .getByText(String(printedLines - 1), { exact: true })
    .waitFor();
  report(`memory of JavaScript with ${printedLines} lines, MiB`, await heapOf(page), bare);
  await page.close();
}

function report(what: string, own: number, bare?: number): void {
  const figures = [own.toFixed(1).padStart(12), bare?.toFixed(1).padStart(12) ?? ''];
  const ratio = bare === undefined || bare === 0 ? '' : (own / bare).toFixed(1).padStart(8);
  print(`${what.padEnd(52)}${figures.join('')}${ratio}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
