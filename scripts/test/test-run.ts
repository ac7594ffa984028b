/** Runs vitest in a temporary folder of its own, and checks that the tests left nothing behind. */
import { existsSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pinnedNode } from '../install/pinned-node.mjs';
import { runPinned } from '../install/run-pinned.mjs';
import { listAbandonedRuns, makeRunFolder, reportFile, variablesOf } from './run-folder.ts';
import { readReport, type Suite } from './test-report.ts';

const leftoversCheck = 'test/support/leftovers/leftovers.ts';

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
  for (const folder of listAbandonedRuns()) await endAbandonedRun(root, folder);
  const folder = makeRunFolder();
  const report = join(folder, reportFile);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const variables = { ...variablesOf(folder), STRONGROOM_TEST_TIER: tier };
  try {
    const code = await runNode(root, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], variables);
    const suites = existsSync(report) ? readReport(report, root) : undefined;
    // Also after an interrupted run, whose daemons and browsers may still be running.
    const leftoversCode = await runNode(root, [leftoversCheck, folder]);
    if (suites === undefined) throw new Error(`vitest exited with code ${code} and wrote no report`);
    return { code: code || leftoversCode, suites };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what a killed run left: its processes, what it made at the engine, and its folder. */
async function endAbandonedRun(root: string, folder: string): Promise<void> {
  process.stderr.write(`removing what a killed test run left in ${folder}\n`);
  // With CI=true the check would count the files of later runs too.
  await runNode(root, [leftoversCheck, folder, '0'], { CI: '' });
  rmSync(folder, { recursive: true, force: true });
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
