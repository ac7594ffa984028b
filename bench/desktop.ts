/**
 * Measures the desktop app: the time from its start to the first usable screen, and the memory of all its processes when it
 * is idle, as PSS: pages that processes share count once. A bare Electron with one empty window is measured in the same run,
 * because most of the memory is Electron's own. Linux only, on a virtual screen without a GPU.
 * `npm run bench:desktop -- [--starts 3] [--idle 60] [--flags="--a-flag --another"] [--app PATH-OF-A-PACKAGED-APP]`
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { findElectron } from '../scripts/packaging/find-electron.ts';
import { openDisplay } from '../test/shell/display.ts';
import { type DesktopApp, startDesktopApp } from './measure/desktop-app.ts';
import { readProcessMemory } from './measure/process-memory.ts';
import { partOfApp, processTree } from './measure/process-tree.ts';
import { makeTemporaryFolder } from './measure/temporary-folder.ts';

const goals = { startMs: 3000, idleMib: 350 };
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '3' },
    idle: { type: 'string', default: '60' },
    flags: { type: 'string', default: '' },
    app: { type: 'string' },
  },
});
const starts = Number(values.starts);
const electron = findElectron(root);
if (electron === undefined) throw new Error('There is no Electron. Run: node scripts/install.mjs');

const folder = makeTemporaryFolder('bench-desktop');
const display = await openDisplay();
const env = {
  ...process.env,
  ...display.env,
  XDG_CONFIG_HOME: join(folder.path, 'config'),
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
};
try {
  describeMachine();
  const bare = await bareElectron(electron);
  const own = await ours(electron);
  print(`\nA bare Electron takes ${bare.toFixed(0)} of the ${own.toFixed(0)} MiB.`);
} finally {
  await display.close();
  folder.remove();
}

/** Starts the app several times, and measures the memory of the last one after an account was created in it. */
async function ours(program: string): Promise<number> {
  const flags = values.flags.split(' ').filter((flag) => flag !== '');
  const args = [
    ...(values.app === undefined ? [root] : []),
    '--data-dir',
    join(folder.path, 'data'),
    '--key-store',
    'file',
  ];
  const times: number[] = [];
  for (let start = 1; ; start++) {
    const daemonAt = whenDaemonIsReady();
    const app = await startDesktopApp(values.app ?? program, [...flags, ...args], env);
    await app.page.getByLabel('E-mail').waitFor();
    const startMs = performance.now() - app.startedAt;
    const daemonMs = (await daemonAt) - app.startedAt;
    times.push(startMs);
    const what = start === 1 ? 'start with a new data folder' : 'start again';
    print(
      `${what.padEnd(60)}${startMs.toFixed(0).padStart(6)} ms; the daemon was ready after ${daemonMs.toFixed(0)} ms`,
    );
    if (start < starts) {
      await app.quit();
      continue;
    }
    report('start', Math.max(...times), goals.startMs, 'ms, the slowest');
    await register(app.page);
    const total = await memoryOf(app, 'on the Run screen');
    report('idle', total, goals.idleMib, 'MiB');
    return total;
  }
}

/** Measures an app that has one empty page and no code. */
async function bareElectron(program: string): Promise<number> {
  const path = join(folder.path, 'bare');
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), '{"name": "bare", "main": "main.js"}');
  writeFileSync(
    join(path, 'main.js'),
    `const { app, BrowserWindow } = require('electron');
app.setPath('userData', ${JSON.stringify(join(path, 'profile'))});
app.whenReady().then(() => new BrowserWindow({ width: 1200, height: 800 }).loadURL('about:blank'));`,
  );
  return memoryOf(await startDesktopApp(program, [path], env), 'of a bare Electron');
}

/** Prints the memory of each process when the app has been idle for a while, and quits it. Returns the sum in MiB. */
async function memoryOf(app: DesktopApp, what: string): Promise<number> {
  await app.detach();
  await sleep(Number(values.idle) * 1000);
  const names = ['pss', 'uss', 'rss'].map((name) => name.padStart(8)).join('');
  print(`\n${`MiB ${what}, idle for ${values.idle} s`.padEnd(58)}${names}`);
  let total = 0;
  for (const pid of await processTree(app.pid)) {
    const memory = await readProcessMemory(pid).catch(() => undefined);
    if (memory === undefined) continue;
    total += memory.pss;
    const figures = [memory.pss, memory.uss, memory.rss].map((mib) => mib.toFixed(1).padStart(8));
    print(`${(await partOfApp(pid, app.pid)).padEnd(58)}${figures.join('')}`);
  }
  print(`${'all'.padEnd(58)}${total.toFixed(1).padStart(8)}`);
  await app.quit();
  return total;
}

/** The daemon writes its run file when it listens, and removes it when it stops. */
async function whenDaemonIsReady(): Promise<number> {
  const path = join(folder.path, 'data/run/daemon.json');
  while (!existsSync(path)) await sleep(10);
  return performance.now();
}

async function register(page: Page): Promise<void> {
  const createMode = page.getByRole('button', { name: 'Create an account' });
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.or(createMode).first().waitFor();
  if (await createMode.isVisible()) await createMode.click();
  await page.getByLabel('E-mail').fill('bench@example.com');
  await page.getByLabel('Password').fill('correct horse battery staple');
  await page.getByLabel('Repeat it').fill('correct horse battery staple');
  await submit.click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
}

// biome-ignore lint/complexity/useMaxParams: a row of a table
function report(what: string, figure: number, goal: number, unit: string): void {
  print(`${what}: ${figure <= goal ? 'met' : 'NOT met'} (${figure.toFixed(0)} ${unit}; goal ${goal})`);
}

function describeMachine(): void {
  const [first] = cpus();
  const [load = 0] = loadavg();
  const gib = (totalmem() / 2 ** 30).toFixed(0);
  print(`${new Date().toISOString()}  Linux ${release()}, ${cpus().length} x ${first?.model ?? 'unknown'}, ${gib} GiB`);
  print(`load before: ${load.toFixed(2)}; ${values.app ?? 'the checkout'}; flags: ${values.flags || 'none'}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
