// The desktop window of `npm start`: opened where there is a display and an Electron, which npm's package downloads once
// from its own host. Nothing waits for it: without a window the daemon's address shows the same interface.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode } from './install/pinned-node.mjs';
import { findElectron } from './packaging/find-electron.mjs';

/** @returns {string | undefined} why no window can open here */
export function whyNoWindow() {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display';
  // Chromium's sandbox does not run for root, and without it we do not show anything.
  if (process.getuid?.() === 0) return 'windows are not opened for root';
  return undefined;
}

/**
 * Opens the window on the daemon of these flags.
 * @param {{ root: string, flags: string[], say: (words: string) => void, signal: AbortSignal }} opening
 * @returns {Promise<'closed' | 'failed'>} when its user has quit it, or it could not be shown
 */
export async function openWindow({ root, flags, say, signal }) {
  const electron = findElectron(root) ?? (await download(root, say, signal));
  if (electron === undefined || signal.aborted) return 'failed';
  say('opening');
  const child = spawn(electron, [root, ...flags], { stdio: ['ignore', 'ignore', 'ignore'] });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const code = await ended(child);
  if (code !== 0 && !signal.aborted) say(`Electron ended with ${code}; the address above shows the same interface`);
  return code === 0 ? 'closed' : 'failed';
}

/**
 * @param {string} root
 * @param {(words: string) => void} say
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
async function download(root, say, signal) {
  const script = join(root, 'node_modules/electron/install.js');
  if (!existsSync(script)) return undefined;
  say('downloading Electron (once, about 110 MB); the address above works meanwhile');
  const child = spawn(pinnedNode(root), [script], { stdio: 'ignore' });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const code = await ended(child);
  if (code !== 0 && !signal.aborted) say('Electron could not be downloaded; use the address above in a browser');
  return findElectron(root);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | string>}
 */
function ended(child) {
  return new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(code ?? signal ?? 'an unknown end'));
  });
}
