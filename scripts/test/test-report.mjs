// What vitest's JSON report says, in one line a script can read and one line a skipped suite.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Of one file of tests; `broken` tells that it failed beside its tests, as one does that cannot be loaded.
 * @typedef {{ file: string, passed: number, failed: string[], skipped: number, broken: boolean }} Suite
 */

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} VitestSuite */

/**
 * @param {string} path of the report
 * @param {string} root the checkout
 * @returns {Suite[]}
 */
export function readReport(path, root) {
  /** @type {{ testResults: VitestSuite[] }} */
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.map(({ name, status, assertionResults: tests }) => {
    const failed = tests.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    const passed = tests.filter((test) => test.status === 'passed').length;
    const skipped = tests.length - passed - failed.length;
    return { file: relative(root, name), passed, failed, skipped, broken: status === 'failed' && failed.length === 0 };
  });
}

/** @param {Suite} suite */
export function hasFailed({ failed, broken }) {
  return broken || failed.length > 0;
}

/** @param {Suite[]} suites */
export function summaryLine(suites) {
  const sum = (/** @type {(suite: Suite) => number} */ count) => suites.reduce((total, one) => total + count(one), 0);
  const failed = sum((suite) => (suite.broken ? 1 : suite.failed.length));
  return `${sum(({ passed }) => passed)} passed, ${failed} failed, ${sum(({ skipped }) => skipped)} skipped`;
}

/** @param {Suite[]} suites */
export function skippedLines(suites) {
  return suites
    .filter(({ skipped }) => skipped > 0)
    .map((one) => `${one.file}: ${one.skipped} of ${one.passed + one.failed.length + one.skipped} tests`);
}
