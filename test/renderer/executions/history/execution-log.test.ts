import { describe, expect, it, vi } from 'vitest';
import { logOf } from '../../../../src-renderer/features/executions/history/execution-log.ts';
import { truncationsOf } from '../../../../src-renderer/features/executions/run-summary.tsx';

vi.stubGlobal('requestAnimationFrame', () => 0);

const rowsOf = (execution: Parameters<typeof logOf>[0]) =>
  logOf(execution)
    .rows()
    .map(
      ({ stream, raw, missingBytes }) => `${stream} ${raw}${missingBytes === undefined ? '' : ` (${missingBytes})`}`,
    );

describe('the output of a run of the history', () => {
  it('is stdout and then stderr, each line of one stream', () => {
    expect(rowsOf({ stdout: 'a\nb', stderr: 'c\n' })).toEqual(['stdout a', 'stdout b', 'stderr c']);
    expect(rowsOf({ stdout: '', stderr: 'c' })).toEqual(['stderr c']);
    expect(rowsOf({ stdout: '', stderr: '' })).toEqual([]);
  });

  it('has a row of its own for the part of a stream that was left out', () => {
    const stdout = 'first\n[… 9 bytes]\nlast\n';
    expect(
      rowsOf({ stdout, stderr: 'e\n[gap]', stdoutGap: { line: 2, bytes: 9 }, stderrGap: { line: 2, bytes: 4 } }),
    ).toEqual(['stdout first', 'stdout [… 9 bytes] (9)', 'stdout last', 'stderr e', 'stderr [gap] (4)']);
  });

  it('is text even where it is stored as bytes, because it is not UTF-8', () => {
    expect(rowsOf({ stdout: '/2EKYg==', stderr: '', outputEncoding: 'base64' })).toEqual([
      'stdout \ufffda',
      'stdout b',
    ]);
  });

  it('has that row first when the start was left out', () => {
    expect(rowsOf({ stdout: '[gap]\nlast', stderr: '', stdoutGap: { line: 1, bytes: 5 } })).toEqual([
      'stdout [gap] (5)',
      'stdout last',
    ]);
  });
});

describe('the note on a stream that is not whole', () => {
  const whole = { stdoutTruncated: false, stderrTruncated: false };
  const cuts = (more: object) => truncationsOf({ ...whole, ...more } as Parameters<typeof truncationsOf>[0]);

  it('names the stream and the size of the part', () => {
    expect(cuts({})).toEqual([]);
    expect(cuts({ stdoutGap: { line: 1, bytes: 2048 }, stdoutTruncated: true })).toEqual(['2 KB of stdout left out']);
    expect(cuts({ stdoutTruncated: true, stderrTruncated: true })).toEqual([
      'stdout cut at 1 MiB',
      'stderr cut at 1 MiB',
    ]);
  });
});
