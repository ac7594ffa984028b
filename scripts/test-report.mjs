// What vitest's JSON report says, in one line a script can read and one line a skipped suite.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, skippedSuites: string[] }} Summary
 */

/**
 * @param {string} path of the report
 * @param {string} root the checkout
 * @returns {Summary}
 */
export function readReport(path, root) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  // A file that fails to load has no tests to count: it counts as one failure.
  const broken = report.testResults.filter(isBroken).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped,
    skippedSuites: report.testResults.flatMap((/** @type {SuiteResult} */ suite) => describeSkipped(suite, root)),
  };
}

/** @typedef {{ name: string, status: string, assertionResults: { status: string }[] }} SuiteResult */

/** @param {SuiteResult} suite */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

/**
 * @param {SuiteResult} suite
 * @param {string} root
 */
function describeSkipped({ name, assertionResults }, root) {
  const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  if (skipped === 0) return [];
  return [`${relative(root, name)}: ${skipped} of ${assertionResults.length} tests`];
}

/** @param {Summary} summary */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
