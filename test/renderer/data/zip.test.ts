import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { tooLargeText } from '../../../src-renderer/features/executions/files/save-archive.ts';
import { createArchiveWriter } from '../../../src-renderer/ui/data/zip/archive-writer.ts';
import { safePaths } from '../../../src-shared/formats/safe-paths.ts';

describe('the paths of an archive', () => {
  it.each([
    ['/etc/passwd', 'etc/passwd'],
    ['../../up.txt', 'up.txt'],
    ['a/../b/./c.txt', 'a/b/c.txt'],
    ['C:\\Windows\\x.dll', 'C_/Windows/x.dll'],
    ['aux.txt', '_aux.txt'],
    ['dir/COM1', 'dir/_COM1'],
    ['console.txt', 'console.txt'],
    ['dots.. .', 'dots'],
    ['safe\u202egnp.exe', 'safe_gnp.exe'],
    ['line\nbreak?.csv', 'line_break_.csv'],
    ['nul\0byte', 'nul_byte'],
    ['conin$', '_conin$'],
    [' aux', '_aux'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(116)}.csv`],
    ['..', 'file'],
    ['', 'file'],
    ['übung/日本.csv', 'übung/日本.csv'],
    ['AUX/lpt1 .sh', '_AUX/_lpt1 .sh'],
    ['CLOCK$.txt', '_CLOCK$.txt'],
  ])('have %j as %j', (path, safe) => {
    expect(safePaths([path])).toEqual([safe]);
  });

  it('are cut between characters', () => {
    expect(safePaths([`${'😀'.repeat(200)}.csv`])).toEqual([`${'😀'.repeat(116)}.csv`]);
  });

  it('get numbers where a system that ignores case would see the same path', () => {
    expect(safePaths(['a.csv', 'A.csv', 'a?', 'a_', '.x', '.X', 'a.csv'])).toEqual([
      'a.csv',
      'A (2).csv',
      'a_',
      'a_ (2)',
      '.x',
      '.X (2)',
      'a (3).csv',
    ]);
  });

  it('make no file where another path has a folder', () => {
    expect(safePaths(['a?/b', 'a_', 'c:', 'c_/d'])).toEqual(['a_/b', 'a_ (2)', 'c_', 'c_ (2)/d']);
  });
});

describe('an archive', () => {
  it('is refused with both sizes when the files are larger than 256 MiB together', () => {
    const mebibyte = 1024 * 1024;
    expect(tooLargeText([{ size: 200 * mebibyte }, { size: 56 * mebibyte }])).toBeUndefined();
    expect(tooLargeText([{ size: 200 * mebibyte }, { size: 57 * mebibyte }])).toMatch(/257 MB.*256 MB/);
  });

  it('contains the bytes of each file, compressed or not', async () => {
    const write = createArchiveWriter();
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 7);
    expect(write({ kind: 'add', path: 'a/data.bin', bytes })).toEqual({ kind: 'added' });
    expect(write({ kind: 'add', path: 'plot.png', bytes: new Uint8Array([1, 2]) })).toEqual({ kind: 'added' });
    // A zip has no time before 1980.
    expect(write({ kind: 'add', path: 'empty.txt', bytes: new Uint8Array(), modifiedAt: 0 })).toEqual({
      kind: 'added',
    });
    const answer = write({ kind: 'finish' });
    if (answer.kind !== 'finished') throw new Error('there is no archive');
    const files = unzipSync(new Uint8Array(await answer.archive.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['a/data.bin', 'plot.png', 'empty.txt']);
    expect(files['a/data.bin']).toEqual(bytes);
    expect(files['plot.png']).toEqual(new Uint8Array([1, 2]));
  });
});
