// `npm start`: from a bare checkout to a running daemon, with progress and without a question. Runs on the system's
// Node and uses no dependency; all that needs one runs on the Node that npm brings.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build/build-if-stale.mjs';
import { bundlePath } from './build/build-stamp.mjs';
import { startDaemon } from './engine/daemon-process.mjs';
import { waitForSandbox } from './engine/engine-progress.mjs';
import { pinnedNode } from './install/pinned-node.mjs';
import { ensureDependencies } from './install.mjs';
import { openWindow, whyNoWindow } from './window.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The daemon promises to be gone within 8 s. */
const stopLimitMs = 10_000;
const parentPollMs = 250;
const steps = ['Packages', 'Build', 'Daemon', 'Sandbox', 'Self-check', 'Window'];
const noWindowFlag = '--no-window';

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`npm start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/**
 * @param {string[]} args --no-window, and flags for the daemon: --port, --data-dir, --key-store
 * @returns {Promise<number>} the exit code
 */
async function start(args) {
  const flags = args.filter((arg) => arg !== noWindowFlag);
  const installed = await ensureDependencies(root, (words) => step('Packages', words), 'start');
  step('Packages', installed ? 'installed' : 'up to date');
  const built = await buildIfStale(root, (words) => step('Build', words));
  step('Build', built ? 'done' : 'up to date');
  const daemon = startDaemon({
    node: pinnedNode(root),
    bundle: bundlePath(root, 'daemon'),
    flags: ['--self-check', '--key-store-fallback', 'file', ...flags],
  });
  const stopping = forwardSignals(daemon.kill);
  const ready = await Promise.race([daemon.ready, daemon.ended.then(() => undefined)]);
  const noWindow = args.includes(noWindowFlag) ? 'not asked for' : whyNoWindow();
  const open = () => openWindow({ root, flags, say: (words) => step('Window', words), signal: stopping });
  if (!ready?.ready) {
    const code = refused(ready, await daemon.ended);
    if (code === 0 && noWindow === undefined) await open();
    return code;
  }
  step('Daemon', `version ${ready.version} listens at ${ready.url} (pid ${ready.pid})`);
  await showSandbox(daemon, ready.url, stopping);
  if (stopping.aborted) return exitCode(await daemon.ended);
  say(welcome(ready.url));
  if (noWindow === undefined) return untilWindowCloses(daemon, open);
  step('Window', `${noWindow}; open ${ready.url} in a browser`);
  return exitCode(await daemon.ended);
}

/**
 * Whoever quits the window is done with all of it. A daemon that crashes is started again by the window, and is its own
 * from then on.
 * @param {import('./engine/daemon-process.mjs').DaemonProcess} daemon
 * @param {() => Promise<'closed' | 'failed'>} open
 */
async function untilWindowCloses(daemon, open) {
  const ended = await open();
  if (ended === 'closed') daemon.kill('SIGTERM');
  return exitCode(await daemon.ended);
}

/** @param {(signal: NodeJS.Signals) => void} kill */
function forwardSignals(kill) {
  const stopping = new AbortController();
  const stop = () => {
    // The terminal and npm both send it: one is enough, and a daemon that hangs is not left behind.
    if (stopping.signal.aborted) return;
    say('Stopping …');
    stopping.abort();
    kill('SIGTERM');
    setTimeout(kill, stopLimitMs, 'SIGKILL').unref();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  whenOrphaned(stop);
  return stopping.signal;
}

/**
 * npm runs this in a shell and passes a signal on to that shell alone, which dies of it and says nothing to us.
 * @param {() => void} stop
 */
function whenOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentPollMs);
  watch.unref();
}

/**
 * @param {{ error?: string, url?: string } | undefined} line the daemon's own words, if it came so far
 * @param {import('./engine/daemon-process.mjs').Ended} ended
 */
function refused(line, ended) {
  if (line?.error === 'already_running') {
    step('Daemon', `already running for this data folder, at ${line.url}`);
    return 0;
  }
  return exitCode(ended) || 1;
}

/**
 * @param {import('./engine/daemon-process.mjs').DaemonProcess} daemon
 * @param {string} url
 * @param {AbortSignal} stopping
 */
async function showSandbox(daemon, url, stopping) {
  const gone = new AbortController();
  daemon.ended.finally(() => gone.abort());
  const signal = AbortSignal.any([stopping, gone.signal]);
  const engine = await waitForSandbox(url, { say: (words) => step('Sandbox', words), signal });
  if (!engine) return;
  if (engine.status === 'ready') step('Sandbox', `${engine.name} engine ready`);
  else step('Sandbox', `${engine.reason ?? 'no engine answers'} Next step: ${engine.nextStep ?? 'npm run engine'}`);
  const check = await daemon.selfCheck;
  if (check) step('Self-check', describeCheck(check));
}

/** @param {import('./engine/daemon-process.mjs').SelfCheckLine} check */
function describeCheck(check) {
  if (check.selfCheck === 'passed') {
    return `hello, world ran in a sandbox${check.startupMs === undefined ? '' : ` (started in ${Math.round(check.startupMs)} ms)`}`;
  }
  if (check.selfCheck === 'failed') return `FAILED: ${check.reason}`;
  // The nearest next step was named with the engine already.
  return `skipped: ${check.reason}`;
}

/** @param {string} url */
function welcome(url) {
  // A new name each time, so that the example works as printed however often it is tried.
  const email = `you-${randomBytes(3).toString('hex')}@example.com`;
  const password = randomBytes(9).toString('base64url');
  return `
Strongroom is ready: ${url}   (API documentation: ${url}/docs, stop with Ctrl+C)

Try it: register (the account lives on this machine only), then run code.

KEY=$(curl -sS ${url}/api/register -H 'content-type: application/json' \\
  -d '{"email":"${email}","password":"${password}"}' | sed 's/.*"apiKey":"\\([^"]*\\)".*/\\1/')

curl -sS ${url}/api/v1/execute -H "x-api-key: $KEY" -H 'content-type: application/json' \\
  -d '{"language":"python","code":"print(\\"hello from the sandbox\\")"}'
`;
}

/** @param {import('./engine/daemon-process.mjs').Ended} ended */
function exitCode({ code, signal }) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * @param {string} name of the step
 * @param {string} words
 */
function step(name, words) {
  say(`[${steps.indexOf(name) + 1}/${steps.length}] ${name}: ${words}`);
}

/** @param {string} words */
function say(words) {
  process.stdout.write(`${words}\n`);
}
