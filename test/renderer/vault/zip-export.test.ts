import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createZip } from '../../../src-renderer/crypto/zip-writer.ts';
import { safePathsOf } from '../../../src-renderer/features/vault/zip-export/safe-paths.ts';
import { zipProblem } from '../../../src-renderer/features/vault/zip-export/save-zip.ts';
import { fc } from '../../support/random.ts';
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

  it.each([
    ['../../etc/passwd', '_/_/etc/passwd.py'],
    ['/etc/cron.sh', '_/etc/cron.sh'],
    ['C:\\x.py', 'C__x.py'],
    ['con.py', '_con.py'],
    ['AUX/lpt1 .sh', '_AUX/_lpt1 .sh'],
    ['dots. . /x.py', 'dots/x.py'],
    ['a\u0000b\n.py', 'a_b_.py'],
    ['console.py', 'console.py'],
  ])('of %j is %j', (name, path) => {
    expect(pathsOf(name)).toEqual([path]);
  });

  it('differ where upper and lower case are the same, and from folders', () => {
    expect(pathsOf('Report.py', 'report.py', 'REPORT.py')).toEqual(['Report.py', 'report (2).py', 'REPORT (3).py']);
    expect(pathsOf('Jobs/a.py', 'jobs/A.py')).toEqual(['Jobs/a.py', 'Jobs/A (2).py']);
    expect(pathsOf('jobs.sh', 'jobs.sh/a.py')).toEqual(['jobs (2).sh', 'jobs.sh/a.py']);
  });

  it('are relative, complete and different for any names', () => {
    const name = fc.array(fc.string({ minLength: 0, maxLength: 6, unit: 'binary' }), { minLength: 1, maxLength: 4 });
    const names = fc.uniqueArray(
      name.map((parts) => parts.join('/')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(names, (all) => {
        const paths = pathsOf(...all);
        expect(paths).toHaveLength(all.length);
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
        for (const path of paths)
          for (const segment of path.split('/')) expect(segment).toMatch(/^[^<>:"|?*\\\n\0]*[^. ]$/s);
      }),
    );
  });
});

describe('a zip', () => {
  it('has each text under its path', async () => {
    const zip = createZip();
    zip.add('jobs/a.py', 'print("ä")\n', Date.UTC(2026, 0, 31));
    zip.add('empty.py', '', 0);
    const files = unzipSync(new Uint8Array(await zip.finish().arrayBuffer()));
    const texts = Object.entries(files).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
    expect(texts).toEqual([
      ['jobs/a.py', 'print("ä")\n'],
      ['empty.py', ''],
    ]);
  });

  it('has limits, which are said before it is made', () => {
    expect(zipProblem([storedCode('a')])).toBeUndefined();
    expect(zipProblem([storedCode('a', { size: 257 * 1024 * 1024 })])).toContain('256 MiB');
  });
});
