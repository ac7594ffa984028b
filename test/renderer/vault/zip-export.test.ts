import { describe, expect, it } from 'vitest';
import { safePathsOf } from '../../../src-shared/formats/script-paths.ts';
import { zipProblem } from '../../../src-shared/formats/zip-limits.ts';
import { storedCode } from './stored-code.ts';

const languages = [
  { id: 'python', aliases: [], fileExtension: '.py' },
  { id: 'bash', aliases: ['sh'], fileExtension: '.sh' },
];
const pathsOf = (...names: string[]) => [
  ...safePathsOf(
    names.map((name) => ({ name, language: 'python' })),
    languages,
  ).values(),
];

describe('the paths of a zip', () => {
  it('keep folders and file extensions, and get the one of their language', () => {
    expect(pathsOf('a.py', 'jobs/2026/b.sh', 'nightly report', 'notes.md')).toEqual([
      ...['a.py', 'jobs/2026/b.sh', 'nightly report.py', 'notes.md.py'],
    ]);
  });

  it('can be unpacked below a folder on every system', () => {
    expect(pathsOf('../../etc/passwd', 'AUX/lpt1 .sh', 'Report.py', 'report.py')).toEqual([
      ...['etc/passwd.py', '_AUX/_lpt1 .sh', 'Report.py', 'report (2).py'],
    ]);
  });
});

describe('a zip', () => {
  it('has limits, which are said before it is made', () => {
    expect(zipProblem([storedCode('a')])).toBeUndefined();
    expect(zipProblem([storedCode('a', { size: 257 * 1024 * 1024 })])).toContain('256 MiB');
  });
});
