/** Summarises vitest's JSON report: one line for the run, and one line for each skipped suite. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The results of one test file. */
export interface Suite {
  file: string;
  passed: number;
  /** Full names of the failed tests. */
  failed: string[];
  skipped: number;
  /** True if the file failed outside of its tests, for example because it cannot be loaded. */
  broken: boolean;
}

interface VitestSuite {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
}

/**
 * @param path of the report
 * @param root the checkout
 */
export function readReport(path: string, root: string): Suite[] {
  const { testResults }: { testResults: VitestSuite[] } = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.map(({ name, status, assertionResults: tests }) => {
    const failed = tests.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    const passed = tests.filter((test) => test.status === 'passed').length;
    const skipped = tests.length - passed - failed.length;
    return { file: relative(root, name), passed, failed, skipped, broken: status === 'failed' && failed.length === 0 };
  });
}

/** Returns true if a test of the file failed, or the file itself. */
export function hasFailed({ failed, broken }: Suite): boolean {
  return broken || failed.length > 0;
}

/** Returns `12 passed, 0 failed, 1 skipped`. */
export function summaryLine(suites: readonly Suite[]): string {
  const sum = (count: (suite: Suite) => number) => suites.reduce((total, one) => total + count(one), 0);
  const failed = sum((suite) => (suite.broken ? 1 : suite.failed.length));
  return `${sum(({ passed }) => passed)} passed, ${failed} failed, ${sum(({ skipped }) => skipped)} skipped`;
}

/** Returns a line for each file with skipped tests. */
export function skippedLines(suites: readonly Suite[]): string[] {
  return suites
    .filter(({ skipped }) => skipped > 0)
    .map((one) => `${one.file}: ${one.skipped} of ${one.passed + one.failed.length + one.skipped} tests`);
}
