// One run of vitest in a temporary folder of its own, and the check that it left nothing behind.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pinnedNode } from '../install/pinned-node.mjs';
import { readReport } from './test-report.mjs';

/** Names the temporary folder of a run. */
export const runFolderPrefix = 'strongroom-test-';
/** In that folder: what vitest's JSON reporter writes. */
export const reportFile = 'report.json';
/** In that folder: a JSON line for each test file (`TestFileRecord` of test/support/leftovers/test-run.ts). */
export const recordFile = 'test-files.jsonl';

/** @typedef {{ code: number, suites: import('./test-report.mjs').Suite[] }} Outcome */

/**
 * Runs vitest. Fails where tests pass, but containers, volumes, networks, processes or files of them remain.
 * @param {string} root the checkout
 * @param {string[]} args for vitest
 * @param {'core' | 'full'} tier which suites (vitest.config.ts)
 * @returns {Promise<Outcome>}
 */
export async function runVitest(root, args, tier) {
  // Paths of Unix sockets have at most 103 bytes on macOS, where the user's temporary folder takes 49 of them.
  const base = process.platform === 'darwin' ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(base, runFolderPrefix));
  // Some tests read their files as another user.
  chmodSync(folder, 0o711);
  const report = join(folder, reportFile);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { TMPDIR: folder, TEMP: folder, TMP: folder, STRONGROOM_TEST_TIER: tier };
  try {
    const code = await runNode(root, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], env);
    const suites = existsSync(report) ? readReport(report, root) : undefined;
    // Also after an interrupted run, whose daemons and browsers may still be there.
    const leftoversCode = await runNode(root, ['test/support/leftovers/leftovers.ts', folder]);
    if (suites === undefined) throw new Error(`vitest exited with code ${code} and wrote no report`);
    return { code: code || leftoversCode, suites };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a program on the pinned Node.
 * @param {string} root the checkout
 * @param {string[]} args
 * @param {Record<string, string>} variables added to the environment
 * @returns {Promise<number>} the exit code
 */
export async function runNode(root, args, variables = {}) {
  const node = pinnedNode(root);
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables, PATH: path } });
  const stops = /** @type {const} */ (['SIGINT', 'SIGTERM']).map((signal) => {
    const pass = () => child.kill(signal);
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  try {
    /** @type {[number | null, NodeJS.Signals | null]} */
    const [code, signal] = await new Promise((done, fail) => {
      child.once('error', fail).once('close', (exitCode, by) => done([exitCode, by]));
    });
    return code ?? 128 + (signal ? constants.signals[signal] : 0);
  } finally {
    for (const stop of stops) stop();
  }
}
