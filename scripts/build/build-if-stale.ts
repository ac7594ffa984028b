import { spawn } from 'node:child_process';
import { pinnedNode } from '../install/pinned-node.mjs';
import { acquireSetupLock } from '../install/setup-lock.mjs';
import { isBuildStale } from './build-stamp.ts';

/**
 * Builds out/ unless it was built from the current sources.
 * @param root the checkout
 * @returns true if it was built
 * @throws Error if the build fails; the build has printed the reason to the standard error
 */
export async function buildIfStale(root: string, onProgress: (message: string) => void): Promise<boolean> {
  const release = await acquireSetupLock(root, onProgress);
  try {
    if (!isBuildStale(root)) return false;
    onProgress('building');
    const child = spawn(pinnedNode(root), ['scripts/build.ts'], { cwd: root, stdio: ['ignore', 2, 2] });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (code !== 0) throw new Error(`the build failed with exit code ${code}; its messages are above`);
    return true;
  } finally {
    release();
  }
}
