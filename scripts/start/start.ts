/** The part of `npm start` that needs the packages: builds, starts the daemon, waits for the sandbox, opens the window. */
import { join } from 'node:path';
import { buildIfStale } from '../build/build-if-stale.ts';
import { bundlePath } from '../build/build-stamp.ts';
import { pinnedNode } from '../install/pinned-node.mjs';
import { startBackgroundDaemon } from './background-daemon.ts';
import { type DaemonProcess, type DaemonProgram, type Exit, exitCodeOf, startDaemon } from './daemon-process.ts';
import type { NotReadyLine } from './daemon-reports.ts';
import { waitForSandbox } from './engine-progress.ts';
import { printStep } from './step.mjs';
import { describeSelfCheck, stopCommand, welcomeText } from './texts.ts';
import { openWindow, whyNoWindow } from './window.ts';

const root = join(import.meta.dirname, '../..');
/** The daemon exits within 8 s of a SIGTERM. */
const stopLimitMs = 10_000;
const noWindowFlag = '--no-window';
const backgroundFlag = '--background';

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`npm start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/**
 * @param args --no-window, --background, and flags for the daemon: --port, --data-dir, --key-store
 * @returns the exit code
 */
async function start(args: readonly string[]): Promise<number> {
  const ownFlags = [noWindowFlag, backgroundFlag];
  const flags = args.filter((arg) => !ownFlags.includes(arg));
  const built = await buildIfStale(root, (message) => printStep('Build', message));
  printStep('Build', built ? 'done' : 'up to date');
  const program = {
    node: pinnedNode(root),
    bundle: bundlePath(root, 'daemon'),
    flags: ['--self-check', '--key-store-fallback', 'file', ...flags],
  };
  if (args.includes(backgroundFlag)) return leaveInBackground(program);
  const daemon = startDaemon(program);
  const stopping = forwardSignals(daemon.kill);
  const noWindow = args.includes(noWindowFlag) ? 'not asked for' : whyNoWindow();
  const open = () =>
    openWindow({ root, flags, onProgress: (message) => printStep('Window', message), signal: stopping });
  const started = await untilReady(daemon, stopping);
  if ('exitCode' in started) {
    if (started.exitCode === 0 && noWindow === undefined && !stopping.aborted) await open();
    return started.exitCode;
  }
  const { url } = started;
  process.stdout.write(`${welcomeText(url, 'Ctrl+C')}\n`);
  if (noWindow === undefined) return untilWindowCloses(daemon, open);
  printStep('Window', `${noWindow}; open ${url} in a browser`);
  return exitCodeOf(await daemon.exited);
}

/** Starts the daemon, and leaves it running when it is ready. */
async function leaveInBackground(program: DaemonProgram): Promise<number> {
  const daemon = startBackgroundDaemon(program);
  const stopping = forwardSignals(daemon.kill);
  const started = await untilReady(daemon, stopping);
  if ('exitCode' in started) return started.exitCode;
  daemon.release();
  process.stdout.write(`${welcomeText(started.url, stopCommand(started.pid))}\n`);
  printStep('Window', `not opened in the background; open ${started.url} in a browser`);
  return 0;
}

/** Waits for the daemon and its sandbox, and shows the progress. */
async function untilReady(
  daemon: DaemonProcess,
  stopping: AbortSignal,
): Promise<{ url: string; pid: number } | { exitCode: number }> {
  const ready = await Promise.race([daemon.ready, daemon.exited.then(() => undefined)]);
  if (!ready?.ready) return { exitCode: reportRefusal(ready, await daemon.exited) };
  printStep('Daemon', `version ${ready.version} listens at ${ready.url} (pid ${ready.pid})`);
  const isServing = await showSandbox(daemon, ready.url, stopping);
  return isServing ? ready : { exitCode: exitCodeOf(await daemon.exited) };
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
  // A holder without an address does not serve. The daemon has printed a message about it.
  if (line?.error === 'already_running' && line.url !== undefined) {
    printStep('Daemon', `already running for this data folder, at ${line.url} (pid ${line.pid})`);
    return 0;
  }
  return exitCodeOf(exit) || 1;
}

/** @returns false if the daemon exited or is stopping */
async function showSandbox(daemon: DaemonProcess, url: string, stopping: AbortSignal): Promise<boolean> {
  const exited = new AbortController();
  daemon.exited.finally(() => exited.abort()).catch(() => undefined);
  const signal = AbortSignal.any([stopping, exited.signal]);
  const engine = await waitForSandbox(url, { onProgress: (message) => printStep('Sandbox', message), signal });
  if (signal.aborted) return false;
  if (engine?.status === 'ready') printStep('Sandbox', `${engine.name} engine ready`);
  else
    printStep(
      'Sandbox',
      `${engine?.reason ?? 'No engine answers.'} Next step: ${engine?.nextStep ?? 'npm run engine'}`,
    );
  const check = await daemon.selfCheck;
  if (check) printStep('Self-check', describeSelfCheck(check));
  return !signal.aborted;
}
