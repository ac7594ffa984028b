/**
 * The second look: a file that failed runs again, alone, after all others. If it passes then, the failure came from a race
 * or from a slow machine, so it is reported as FLAKY and does not fail the run.
 */
import { failedTests, hasFailed, type Suite } from './test-report.ts';
import type { Outcome } from './test-run.ts';

/** So many failed files are no accident. */
const maxFiles = 3;
/** A race in what the change touches must not become part of the project: such a file passes each of so many times. */
const looksOfTouched = 3;

/** Assertions that something is absent: the text of a secret, a field, a message that must not be there. */
const absence = /\b(?:not to|to not) (?:contain|have|include|match)\b|\bStringNot(?:Containing|Matching)\b/;

export interface TestResult {
  suites: Suite[];
  /** The reasons why the run fails. */
  failures: string[];
}

/** The result of a run, with the suites of the second look instead of those that failed. */
export interface SecondLook extends TestResult {
  /** `file > test` of each failure that did not happen again. */
  flaky: string[];
}

export interface SecondLookOptions {
  /** Runs one file alone, in a folder of its own. */
  runFile: (file: string) => Promise<Outcome>;
  /** Returns true if the file is in a folder that the change touches. */
  isTouched: (file: string) => boolean;
}

/** Runs the failed files of a run again where the rules allow it. */
export async function lookAgain(first: Outcome, { runFile, isTouched }: SecondLookOptions): Promise<SecondLook> {
  const failed = first.suites.filter(hasFailed);
  const failures = finalFailures(first, failed);
  if (failures.length > 0) return { suites: first.suites, flaky: [], failures };
  const look: SecondLook = { suites: [...first.suites], flaky: [], failures: [] };
  for (const suite of failed) {
    const again = await passesAgain(suite.file, { runFile, looks: isTouched(suite.file) ? looksOfTouched : 1 });
    look.suites[look.suites.indexOf(suite)] = again.suite ?? suite;
    if (again.failure === undefined) look.flaky.push(...failedTests(suite));
    else look.failures.push(again.failure);
  }
  return look;
}

/** Returns why the files that failed are not run again, or nothing if they are. */
function finalFailures({ code, hasLeftovers, startedFiles, findings }: Outcome, failed: readonly Suite[]): string[] {
  if (hasLeftovers) return ['the tests left something behind (above)', ...failed.flatMap(failedTests)];
  if (failed.length === 0) return code === 0 ? [] : [`vitest exited with code ${code}; its errors are above`];
  if (failed.length > maxFiles)
    return [`${failed.length} files failed, and at most ${maxFiles} are run again`, ...failed.flatMap(failedTests)];
  return failed.flatMap((suite) => {
    const reason = finalReason(suite, startedFiles, findings);
    return reason === undefined ? [] : failedTests(suite).map((test) => `${test} (${reason})`);
  });
}

function finalReason(
  { file, failed }: Suite,
  startedFiles: Outcome['startedFiles'],
  findings: Outcome['findings'],
): string | undefined {
  const finding = findings.find((one) => one.file === file);
  if (finding !== undefined) return `not run again: ${finding.text}`;
  if (!startedFiles.has(file)) return 'not run again: it starts no process, thread or connection';
  const isAbsence = failed.some(({ messages }) => messages.some((message) => absence.test(firstLine(message))));
  return isAbsence ? 'not run again: it saw something that must never be there' : undefined;
}

function firstLine(message: string): string {
  return message.slice(0, 10_000).split('\n', 1)[0] ?? '';
}

async function passesAgain(
  file: string,
  { runFile, looks }: { runFile: SecondLookOptions['runFile']; looks: number },
): Promise<{ suite: Suite | undefined; failure?: string }> {
  let suite: Suite | undefined;
  for (let look = 1; look <= looks; look += 1) {
    const { code, hasLeftovers, suites } = await runFile(file);
    suite = suites.find((one) => one.file === file);
    const failed = suite !== undefined && hasFailed(suite) ? failedTests(suite).join(', ') : file;
    if (code !== 0 || hasLeftovers) return { suite, failure: `${failed} (failed again, in look ${look + 1})` };
  }
  return { suite };
}
