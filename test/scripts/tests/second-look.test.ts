import { describe, expect, it } from 'vitest';
import { lookAgain } from '../../../scripts/test/second-look.ts';
import type { Suite } from '../../../scripts/test/test-report.ts';
import type { Outcome } from '../../../scripts/test/test-run.ts';
import { expectAbsent } from '../../support/expect-absent.ts';

const passed = (file: string): Suite => {
  return { file, durationMs: 1, passed: 2, failed: [], skipped: 0, broken: false, slow: [] };
};
const failed = (file: string, message = 'Error: timed out'): Suite => {
  return { ...passed(file), passed: 1, failed: [{ name: 'a group holds', messages: [message] }] };
};
const outcome = (suites: Suite[], more: Partial<Outcome> = {}): Outcome => {
  const code = suites.some((suite) => suite.failed.length > 0) ? 1 : 0;
  const startedFiles = new Set(suites.map(({ file }) => file));
  return { code, hasLeftovers: false, suites, startedFiles, findings: [], ...more };
};

const [file, other] = ['test/cli/commands/run/run.test.ts', 'test/cli/logs.test.ts'];

/** Returns the message of a failed assertion as vitest reports it. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return String(error);
  }
  throw new Error('the assertion holds');
}

/** Looks again at a run; `looks` are the results of the further runs of the file. */
async function look(first: Outcome, looks: Outcome[] = [outcome([passed(file)])], isTouched = false) {
  const files: string[] = [];
  const runFile = async (one: string) => {
    files.push(one);
    return looks[files.length - 1] ?? outcome([passed(one)]);
  };
  return { ...(await lookAgain(first, { runFile, isTouched: () => isTouched })), files };
}

describe('a run without a failure', () => {
  it('has no second look', async () => {
    const first = outcome([passed(file)]);
    expect(await look(first)).toEqual({ suites: first.suites, flaky: [], failures: [], files: [] });
  });

  it('fails for leftovers, and for errors outside of the tests', async () => {
    expect((await look(outcome([passed(file)], { hasLeftovers: true }))).failures).toHaveLength(1);
    expect((await look(outcome([passed(file)], { code: 1 }))).failures).toEqual([expect.stringContaining('code 1')]);
  });
});

describe('a file that failed', () => {
  it('is flaky if it passes alone, and counts as it ran then', async () => {
    const first = outcome([failed(file), passed(other)]);
    expect(await look(first)).toEqual({
      suites: [passed(file), passed(other)],
      flaky: [`${file} > a group holds`],
      failures: [],
      files: [file],
    });
  });

  it('fails if it fails again, or leaves something then', async () => {
    for (const second of [outcome([failed(file)]), outcome([passed(file)], { hasLeftovers: true })])
      expect(await look(outcome([failed(file)]), [second])).toMatchObject({
        flaky: [],
        failures: [expect.stringContaining('failed again')],
      });
  });

  it('below a folder that the change touches passes three times', async () => {
    const good = outcome([passed(file)]);
    expect(await look(outcome([failed(file)]), [good, good, good], true)).toMatchObject({
      failures: [],
      files: [file, file, file],
    });
    expect(await look(outcome([failed(file)]), [good, good, outcome([failed(file)])], true)).toMatchObject({
      flaky: [],
      failures: [expect.stringContaining('failed again, in look 4')],
    });
  });

  it('is not run again if more than three failed', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => failed(`test/${name}.test.ts`));
    expect(await look(outcome(files))).toMatchObject({ flaky: [], files: [], suites: files });
    expect((await look(outcome(files))).failures[0]).toContain('4 files failed');
    expect((await look(outcome(files.slice(1)))).files).toHaveLength(3);
  });

  it('is not run again if it starts nothing', async () => {
    const { failures, files } = await look(outcome([failed(file)], { startedFiles: new Set() }));
    expect({ failures, files }).toEqual({ failures: [expect.stringContaining('starts no process')], files: [] });
  });

  it.each([
    () => expect('the value').not.toContain('value'),
    () => expect(['value']).not.toContain('value'),
    () => expect('the value').not.toMatch(/value/),
    () => expect({ value: 1 }).not.toHaveProperty('value'),
    () => expect({ value: 1 }).not.toMatchObject({ value: 1 }),
    () => expect('the value').toEqual(expect.not.stringContaining('value')),
    () => expectAbsent('the value', 'value'),
  ])('is not run again if it saw what must not be there: %s', async (assertion) => {
    const { failures, files } = await look(outcome([failed(file, messageOf(assertion))]));
    expect({ failures, files }).toEqual({ failures: [expect.stringContaining('must never be there')], files: [] });
  });

  it('is not run again if a daemon ended', async () => {
    const findings = [{ file, text: 'a daemon ended with SIGSEGV' }];
    const { failures, files } = await look(outcome([failed(file)], { findings }));
    expect({ failures, files }).toEqual({ failures: [expect.stringContaining('SIGSEGV')], files: [] });
  });
});
