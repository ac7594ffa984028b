/** Runs vitest in a temporary folder of its own, and checks that the tests left nothing behind. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pinnedNode } from '../install/pinned-node.mjs';
import { runPinned } from '../install/run-pinned.mjs';
import { readReport, type Suite } from './test-report.ts';

/** Start of the name of a run's temporary folder. */
export const runFolderPrefix = 'strongroom-test-';
/** The output of vitest's JSON reporter, in that folder. */
export const reportFile = 'report.json';
/** In that folder: a JSON line for each test file (`TestFileRecord` of test/support/leftovers/test-run.ts). */
export const recordFile = 'test-files.jsonl';

export interface Outcome {
  /** Exit code. */
  code: number;
  suites: Suite[];
}

/**
 * Runs vitest. Fails if a test fails, or if containers, volumes, networks, processes or files of the tests remain.
 * @param root the checkout
 * @param args for vitest
 * @param tier which suites run (vitest.config.ts)
 */
export async function runVitest(root: string, args: readonly string[], tier: 'core' | 'full'): Promise<Outcome> {
  // The path of a Unix socket has at most 103 bytes on macOS, of which the user's temporary folder takes 49.
  const base = process.platform === 'darwin' ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(base, runFolderPrefix));
  // Some tests read their files as another user.
  chmodSync(folder, 0o711);
  const report = join(folder, reportFile);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const variables = { TMPDIR: folder, TEMP: folder, TMP: folder, STRONGROOM_TEST_TIER: tier };
  try {
    const code = await runNode(root, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], variables);
    const suites = existsSync(report) ? readReport(report, root) : undefined;
    // Also after an interrupted run, whose daemons and browsers may still be running.
    const leftoversCode = await runNode(root, ['test/support/leftovers/leftovers.ts', folder]);
    if (suites === undefined) throw new Error(`vitest exited with code ${code} and wrote no report`);
    return { code: code || leftoversCode, suites };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a program of the checkout on the pinned Node, with the commands of node_modules in PATH.
 * @param root the checkout
 * @param args the program and its arguments
 * @param variables added to the environment
 * @returns the exit code
 */
export async function runNode(
  root: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<number> {
  const folders = [join(root, 'node_modules/.bin'), dirname(pinnedNode(root)), process.env.PATH ?? ''];
  const env = { ...process.env, ...variables, PATH: folders.join(delimiter) };
  return runPinned(root, [...args], { cwd: root, env });
}
