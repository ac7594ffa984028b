/**
 * `npm run dev`: runs the daemon, the interface and, if there is a display, the window. Each is rebuilt when its sources
 * change. vite serves the interface, forwards `/api` to the daemon, and updates the page without a reload.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build, createServer, type InlineConfig } from 'vite';
import { main, preload, renderer } from '../electron.vite.config.ts';
import { daemonBuild } from './build/daemon-build.ts';
import { pinnedNode } from './install/pinned-node.mjs';
import { findElectron } from './packaging/find-electron.ts';
import { whyNoWindow } from './start/window.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = process.argv.slice(2);
const port = flags.includes('--port') ? flags[flags.indexOf('--port') + 1] : '7341';
const daemonUrl = `http://127.0.0.1:${port}`;
const running = new Map<string, ChildProcess>();
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

await watch({ ...daemonBuild('daemon', 'src-daemon/process/index.ts') }, startDaemon);
const interfaceUrl = await serveInterface();
const noWindow = findElectron(root) === undefined ? 'there is no Electron' : whyNoWindow();
if (noWindow === undefined) {
  await watch({ ...preload }, () => Promise.resolve());
  await watch({ ...main }, openWindow);
} else report(`no window: ${noWindow}; the interface is at ${interfaceUrl}`);

async function startDaemon(): Promise<void> {
  const args = ['out/daemon/index.js', '--key-store-fallback', 'file', ...flags];
  await replace('daemon', pinnedNode(root), args);
}

async function openWindow(): Promise<void> {
  await replace('window', findElectron(root) ?? '', [root, ...flags, '--interface-url', interfaceUrl]);
  // Closing the window stops everything. A window that was replaced is no longer the current one.
  const window = running.get('window');
  window?.once('exit', () => running.get('window') === window && void stop());
}

async function serveInterface(): Promise<string> {
  const { server, ...config } = renderer;
  const proxy = {
    '/api': { target: daemonUrl, changeOrigin: true, headers: { origin: daemonUrl, 'sec-fetch-site': 'same-origin' } },
  };
  const vite = await createServer({ ...config, configFile: false, server: { ...server, proxy, strictPort: false } });
  await vite.listen();
  const url = vite.resolvedUrls?.local[0] ?? '';
  report(`the interface, updated live: ${url}`);
  return url.replace(/\/$/, '');
}

/** Builds at once and after each change, and calls `done` after each build. */
async function watch(config: InlineConfig, done: () => Promise<void>): Promise<void> {
  const watcher = await build({
    root,
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, watch: {} },
  });
  if (!('on' in watcher)) throw new Error('vite returned no watcher');
  const first = Promise.withResolvers<void>();
  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') report(`${event.error.message}`);
    if (event.code !== 'END' || isStopping) return;
    await done();
    first.resolve();
  });
  await first.promise;
}

/** Stops the process of this name, and starts it again. */
async function replace(name: string, command: string, args: string[]): Promise<void> {
  const before = running.get(name);
  running.delete(name);
  await end(before);
  report(`${name}: ${before ? 'starting again' : 'starting'}`);
  running.set(name, spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }));
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await end(running.get('window'));
  await end(running.get('daemon'));
  process.exit(0);
}

function report(message: string): void {
  process.stderr.write(`[dev] ${message}\n`);
}
