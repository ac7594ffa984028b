/** The part of `npm start` that needs the packages: builds, starts the daemon, waits for the sandbox, opens the window. */
import { join } from 'node:path';
import { buildIfStale } from '../build/build-if-stale.ts';
import { bundlePath } from '../build/build-stamp.ts';
import { pinnedNode } from '../install/pinned-node.mjs';
import { type DaemonProcess, type Exit, exitCodeOf, type NotReadyLine, startDaemon } from './daemon-process.ts';
import { waitForSandbox } from './engine-progress.ts';
import { printStep } from './step.mjs';
import { describeSelfCheck, welcomeText } from './texts.ts';
import { openWindow, whyNoWindow } from './window.ts';

const root = join(import.meta.dirname, '../..');
/** The daemon exits within 8 s of a SIGTERM. */
const stopLimitMs = 10_000;
const noWindowFlag = '--no-window';

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`npm start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/**
 * @param args --no-window, and flags for the daemon: --port, --data-dir, --key-store
 * @returns the exit code
 */
async function start(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg !== noWindowFlag);
  const built = await buildIfStale(root, (message) => printStep('Build', message));
  printStep('Build', built ? 'done' : 'up to date');
  const daemon = startDaemon({
    node: pinnedNode(root),
    bundle: bundlePath(root, 'daemon'),
    flags: ['--self-check', '--key-store-fallback', 'file', ...flags],
  });
  const stopping = forwardSignals(daemon.kill);
  const ready = await Promise.race([daemon.ready, daemon.exited.then(() => undefined)]);
  const noWindow = args.includes(noWindowFlag) ? 'not asked for' : whyNoWindow();
  const open = () =>
    openWindow({ root, flags, onProgress: (message) => printStep('Window', message), signal: stopping });
  if (!ready?.ready) {
    const code = reportRefusal(ready, await daemon.exited);
    if (code === 0 && noWindow === undefined) await open();
    return code;
  }
  printStep('Daemon', `version ${ready.version} listens at ${ready.url} (pid ${ready.pid})`);
  await showSandbox(daemon, ready.url, stopping);
  if (stopping.aborted) return exitCodeOf(await daemon.exited);
  process.stdout.write(`${welcomeText(ready.url)}\n`);
  if (noWindow === undefined) return untilWindowCloses(daemon, open);
  printStep('Window', `${noWindow}; open ${ready.url} in a browser`);
  return exitCodeOf(await daemon.exited);
}

/**
 * Stops the daemon when the user closes the window. If the daemon crashes, the window starts another one and stops that
 * one itself.
 */
async function untilWindowCloses(daemon: DaemonProcess, open: () => Promise<'closed' | 'failed'>): Promise<number> {
  if ((await open()) === 'closed') daemon.kill('SIGTERM');
  return exitCodeOf(await daemon.exited);
}

/** Stops the daemon at the first signal to this process, and kills it if it does not exit in time. */
function forwardSignals(kill: DaemonProcess['kill']): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    // The terminal and npm both send the signal: one is enough.
    if (stopping.signal.aborted) return;
    process.stdout.write('Stopping …\n');
    stopping.abort();
    kill('SIGTERM');
    setTimeout(kill, stopLimitMs, 'SIGKILL').unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return stopping.signal;
}

/** @returns the exit code of a start whose daemon exited before it was ready */
function reportRefusal(line: NotReadyLine | undefined, exit: Exit): number {
  if (line?.error === 'already_running') {
    printStep('Daemon', `already running for this data folder, at ${line.url}`);
    return 0;
  }
  return exitCodeOf(exit) || 1;
}

async function showSandbox(daemon: DaemonProcess, url: string, stopping: AbortSignal): Promise<void> {
  const exited = new AbortController();
  daemon.exited.finally(() => exited.abort());
  const signal = AbortSignal.any([stopping, exited.signal]);
  const engine = await waitForSandbox(url, { onProgress: (message) => printStep('Sandbox', message), signal });
  if (!engine) return;
  if (engine.status === 'ready') printStep('Sandbox', `${engine.name} engine ready`);
  else
    printStep('Sandbox', `${engine.reason ?? 'No engine answers.'} Next step: ${engine.nextStep ?? 'npm run engine'}`);
  const check = await daemon.selfCheck;
  if (check) printStep('Self-check', describeSelfCheck(check));
}
