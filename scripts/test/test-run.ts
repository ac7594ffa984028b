/** Runs vitest in a temporary folder of its own, and checks that the tests left nothing behind. */
import { existsSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pinnedNode } from '../install/pinned-node.mjs';
import { runPinned } from '../install/run-pinned.mjs';
import { listAbandonedRuns, makeRunFolder, reportFile, variablesOf } from './run-folder.ts';
import { type Finding, readFindings, readRecords } from './run-records.ts';
import { lacksHooks, readReport, type Suite, type Tier } from './test-report.ts';

const leftoversCheck = 'test/support/leftovers/leftovers.ts';
const graceMs = 10_000;

export interface Outcome {
  /** Exit code of vitest. */
  code: number;
  /** True if containers, volumes, networks, processes or files of the tests remained. They are removed. */
  hasLeftovers: boolean;
  suites: Suite[];
  /** The files that started a process, a thread or a connection. */
  startedFiles: ReadonlySet<string>;
  /** Faults that the tests saw apart from their assertions. */
  findings: Finding[];
}

/**
 * Runs vitest.
 * @param root the checkout
 * @param args for vitest
 * @param tier which suites run (vitest.config.ts)
 */
export async function runVitest(root: string, args: readonly string[], tier: Tier): Promise<Outcome> {
  for (const folder of listAbandonedRuns()) await endAbandonedRun(root, folder);
  const folder = makeRunFolder();
  const report = join(folder, reportFile);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const program = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args];
    const code = await runNode(root, program, { ...variablesOf(folder), STRONGROOM_TEST_TIER: tier });
    const suites = existsSync(report) ? readReport(report, root, tier) : undefined;
    const filesWithoutHooks = suites?.filter(lacksHooks).map(({ file }) => join(root, file)) ?? [];
    // Also after an interrupted run, whose daemons and browsers may still be running.
    const leftoversCode = await runNode(root, [leftoversCheck, folder, String(graceMs), ...filesWithoutHooks]);
    if (suites === undefined) throw new Error(`vitest exited with code ${code} and wrote no report`);
    const startedFiles = new Set(readRecords(folder, root).flatMap(({ file, isStarting }) => (isStarting ? file : [])));
    return { code, hasLeftovers: leftoversCode !== 0, suites, startedFiles, findings: readFindings(folder, root) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what a killed run left: its processes, what it made at the engine, and its folder. */
async function endAbandonedRun(root: string, folder: string): Promise<void> {
  process.stderr.write(`removing what a killed test run left in ${folder}\n`);
  await runNode(root, [leftoversCheck, folder, '0']);
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
