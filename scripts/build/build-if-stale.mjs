// Builds out/ where it is not made from the sources as they are. Runs on the system's Node, the build on the pinned one.
import { spawn } from 'node:child_process';
import { pinnedNode } from '../install/pinned-node.mjs';
import { takeTurn } from '../install/setup-lock.mjs';
import { isBuildStale } from './build-stamp.mjs';

/**
 * @param {string} root the checkout
 * @param {(words: string) => void} say progress
 * @returns {Promise<boolean>} true when it was built
 * @throws Error when the build fails; it has written why to the standard error
 */
export async function buildIfStale(root, say) {
  const leave = await takeTurn(root, say);
  try {
    if (!isBuildStale(root)) return false;
    say('building');
    const child = spawn(pinnedNode(root), ['scripts/build.ts'], { cwd: root, stdio: ['ignore', 2, 2] });
    const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
    if (code !== 0) throw new Error('the build failed; what it wrote stands above');
    return true;
  } finally {
    leave();
  }
}
