/** Summarises vitest's JSON report: the result of each file, one line for the run, and lines for what is skipped or slow. */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** The results of one test file. */
export interface Suite {
  /** Path below the checkout, with slashes. */
  file: string;
  durationMs: number;
  passed: number;
  failed: FailedTest[];
  skipped: number;
  /** True if the file failed outside of its tests, for example because it cannot be loaded. */
  broken: boolean;
  /** Names of the tests that took longer than the limit of the tier. */
  slow: string[];
}

export interface FailedTest {
  /** With the names of its groups. */
  name: string;
  messages: string[];
}

export type Tier = 'core' | 'full';

/** Longer files and tests are reported. They do not fail: their duration depends on the machine. */
const slowAfterMs: Record<Tier, { file: number; test: number }> = {
  core: { file: 12_000, test: 5000 },
  full: { file: 180_000, test: 60_000 },
};

interface VitestSuite {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; duration?: number; failureMessages?: string[] }[];
}

/**
 * @param path of the report
 * @param root the checkout
 * @param tier has the limits above which a test is slow
 */
export function readReport(path: string, root: string, tier: Tier = 'core'): Suite[] {
  const { testResults }: { testResults: VitestSuite[] } = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.map(({ name, status, startTime, endTime, assertionResults: tests }) => {
    const failed = tests
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => ({ name: fullName, messages: failureMessages }));
    const passed = tests.filter((test) => test.status === 'passed').length;
    return {
      file: relative(root, name).split(sep).join('/'),
      durationMs: Math.max(0, endTime - startTime),
      passed,
      failed,
      skipped: tests.length - passed - failed.length,
      broken: status === 'failed' && failed.length === 0,
      slow: tests.filter(({ duration = 0 }) => duration > slowAfterMs[tier].test).map(({ fullName }) => fullName),
    };
  });
}

/** Returns true if a test of the file failed, or the file itself. */
export function hasFailed({ failed, broken }: Suite): boolean {
  return broken || failed.length > 0;
}

/** Returns true if vitest may have called no hook of the file: it failed, or all of its tests were skipped. */
export function lacksHooks(suite: Suite): boolean {
  return hasFailed(suite) || suite.passed === 0;
}

/** Returns `file > test` for each failed test, or the file alone if it failed as a whole. */
export function failedTests({ file, failed }: Suite): string[] {
  return failed.length === 0 ? [file] : failed.map(({ name }) => `${file} > ${name}`);
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

/** Returns a line for each file and each test that took longer than the limit of the tier. */
export function slowLines(suites: readonly Suite[], tier: Tier): string[] {
  const limits = slowAfterMs[tier];
  return suites.flatMap(({ file, durationMs, slow }) => [
    ...(durationMs > limits.file
      ? [`${file}: ${Math.round(durationMs / 1000)} s, the limit of a file is ${limits.file / 1000} s`]
      : []),
    ...slow.map((name) => `${file} > ${name}: more than ${limits.test / 1000} s`),
  ]);
}
