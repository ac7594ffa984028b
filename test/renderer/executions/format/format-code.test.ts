import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../src-renderer/features/executions/format/format-code.ts';
import { formatterOf } from '../../../../src-renderer/features/executions/format/formatters.ts';
import type { ExecuteResponse } from '../../../../src-shared/contracts/executions.contract.ts';

const done: ExecuteResponse = {
  ...{ id: 'run_1', language: 'python', status: 'succeeded', stdout: 'x = 1\n', stderr: '', exitCode: 0, signal: null },
  ...{
    stdoutTruncated: false,
    stderrTruncated: false,
    durationMs: 1,
    queuedMs: 0,
    startupMs: 1,
    files: [],
    engine: 'docker',
    place: 'machine',
  },
};

describe('the answer of a formatter', () => {
  it('replaces the code only if it is whole and is code', () => {
    expect(problemOf(done, 'x=1')).toBeUndefined();
    expect(problemOf({ ...done, stdout: '' }, ' \n')).toBeUndefined();
    for (const wrong of [
      { stdout: '' },
      { stdoutTruncated: true },
      { stdoutNotUtf8: true as const },
      { status: 'failed' as const },
      { status: 'timed_out' as const },
      { status: 'out_of_memory' as const },
      { status: 'cancelled' as const },
    ])
      expect(problemOf({ ...done, ...wrong }, 'x=1')).toEqual(expect.any(String));
  });

  it('has its reason in the first line, and a traceback in its last', () => {
    const failed = { ...done, status: 'failed' as const };
    expect(problemOf({ ...failed, stderr: '\nUnexpected token (1:5)\n> 1 | x =\n' }, 'x')).toBe(
      'Unexpected token (1:5)',
    );
    expect(problemOf({ ...failed, stderr: 'Traceback (most recent call last):\n  …\nOSError: no space' }, 'x')).toBe(
      'OSError: no space',
    );
    expect(problemOf({ ...failed, stderr: 'x'.repeat(5000) }, 'x')).toHaveLength(300);
  });

  it('comes from a program of its own; other languages have no formatter', () => {
    for (const language of ['python', 'javascript', 'typescript', 'go'])
      expect(formatterOf(language)).toMatchObject({ program: expect.any(String) });
    for (const language of ['bash', 'toString', '']) expect(formatterOf(language)).toBeUndefined();
  });
});
