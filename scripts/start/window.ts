/**
 * The desktop window of `npm start`. It opens where there is a display and an Electron, which npm's package downloads once
 * from its own host. Nothing waits for the window: a browser shows the same interface at the daemon's address.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode } from '../install/pinned-node.mjs';
import { findElectron } from '../packaging/find-electron.ts';

export interface WindowOptions {
  /** The checkout. */
  root: string;
  /** Flags of the daemon whose interface the window shows. */
  flags: readonly string[];
  onProgress: (message: string) => void;
  /** Closes the window. */
  signal: AbortSignal;
}

/** Returns why no window can open on this machine, or undefined if one can. */
export function whyNoWindow(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display';
  // Chromium's sandbox does not run for root, and without the sandbox no page is shown.
  if (process.getuid?.() === 0) return 'windows are not opened for root';
  return undefined;
}

/** Opens the window, and resolves when the user has closed it or when it cannot be shown. */
export async function openWindow(options: WindowOptions): Promise<'closed' | 'failed'> {
  const { root, flags, onProgress, signal } = options;
  const electron = findElectron(root) ?? (await downloadElectron(options));
  if (electron === undefined || signal.aborted) return 'failed';
  onProgress('opening');
  const child = spawn(electron, [root, ...flags], { stdio: 'ignore' });
  const code = await exitOf(child, signal);
  if (code !== 0 && !signal.aborted)
    onProgress(`Electron exited with ${code}; open the address above in a browser instead`);
  return code === 0 ? 'closed' : 'failed';
}

async function downloadElectron({ root, onProgress, signal }: WindowOptions): Promise<string | undefined> {
  const script = join(root, 'node_modules/electron/install.js');
  if (!existsSync(script)) return undefined;
  onProgress('downloading Electron (once, about 110 MB); until then, open the address above in a browser');
  const code = await exitOf(spawn(pinnedNode(root), [script], { stdio: 'ignore' }), signal);
  if (code !== 0 && !signal.aborted)
    onProgress('Electron could not be downloaded; open the address above in a browser instead');
  return findElectron(root);
}

/** Resolves with the exit code, the signal or the error message of a child. The signal terminates the child. */
function exitOf(child: ChildProcess, signal: AbortSignal): Promise<number | string> {
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(code ?? by ?? 'an unknown exit code'));
  });
}
