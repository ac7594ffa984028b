/** Builds the bundle in out/ before the first test if the sources have changed. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isBuildStale } from '../../../scripts/build/build-stamp.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function setup(): Promise<void> {
  if (!isBuildStale(root)) return;
  try {
    await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: root });
  } catch (error) {
    // Most tests need no bundle, so a failed build must not prevent them.
    if (process.env.CI === 'true') throw error;
    process.stderr.write(`\nTHE BUILD FAILED: tests of processes run what out/ holds, which is old\n${error}\n\n`);
  }
}
