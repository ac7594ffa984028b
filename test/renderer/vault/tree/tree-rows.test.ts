import { describe, expect, it } from 'vitest';
import { freeNameOf } from '../../../../src-renderer/features/vault/rename/duplicate-script.ts';
import { findByPrefix, parentOf, treeRowsOf } from '../../../../src-renderer/features/vault/tree/tree-rows.ts';
import { isCodeName } from '../../../../src-shared/formats/code-name.ts';

const rowsOf = (names: readonly string[], closed: readonly string[] = []) =>
  treeRowsOf(
    names.map((name) => ({ name, metadata: undefined })),
    (folder) => !closed.includes(folder),
  );
const shown = (names: readonly string[], closed?: readonly string[]) =>
  rowsOf(names, closed).map(
    ({ kind, path, level }) => `${'  '.repeat(level - 1)}${path}${kind === 'folder' ? '/' : ''}`,
  );

describe('the tree of the vault', () => {
  const names = ['b.py', 'x/y/2.py', 'x/y/10.py', 'a.py', 'x/c.py', 'x'];

  it('has the folders of each level first, then the scripts, by name and number', () => {
    expect(shown(names)).toEqual(['x/', '  x/y/', '    x/y/2.py', '    x/y/10.py', '  x/c.py', 'a.py', 'b.py', 'x']);
  });

  it('hides what is in a closed folder', () => {
    expect(shown(names, ['x/y'])).toEqual(['x/', '  x/y/', '  x/c.py', 'a.py', 'b.py', 'x']);
    expect(shown(names, ['x'])).toEqual(['x/', 'a.py', 'b.py', 'x']);
  });

  it('counts the rows of each folder, and keeps a folder and a script of one name apart', () => {
    const rows = rowsOf(names);
    expect(rows.map(({ position, setSize }) => `${position} of ${setSize}`)).toEqual([
      '1 of 4',
      '1 of 2',
      '1 of 2',
      '2 of 2',
      '2 of 2',
      '2 of 4',
      '3 of 4',
      '4 of 4',
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('finds the folder of a row, and the next row by its first letters', () => {
    const rows = rowsOf(names);
    const at = (path: string) => rows.find((row) => row.path === path && row.kind === 'script');
    const [c, top] = [at('x/c.py'), at('a.py')];
    if (c === undefined || top === undefined) throw new Error('the rows are missing');
    expect(parentOf(rows, c)).toMatchObject({ kind: 'folder', path: 'x' });
    expect(parentOf(rows, top)).toBeUndefined();
    expect(findByPrefix(rows, 'B', 0)?.path).toBe('b.py');
    expect(findByPrefix(rows, 'x', 0)).toMatchObject({ kind: 'script', path: 'x' });
    expect(findByPrefix(rows, 'x', 7)).toMatchObject({ kind: 'folder', path: 'x' });
    expect(findByPrefix(rows, '10', 3)?.path).toBe('x/y/10.py');
    expect(findByPrefix(rows, 'q', 0)).toBeUndefined();
  });
});

describe('the name of a copy', () => {
  it.each([
    ['a.py', [], 'a copy.py'],
    ['x/a.py', ['x/a copy.py'], 'x/a copy 2.py'],
    ['Makefile', [], 'Makefile copy'],
    ['x.y/a', [], 'x.y/a copy'],
  ])('of %s is free and stays in its folder', (name, taken, expected) => {
    expect(freeNameOf(name, new Set(taken))).toBe(expected);
  });

  it('is valid also for the longest names', () => {
    for (const name of [
      'x'.repeat(128),
      `${'f'.repeat(100)}/${'x'.repeat(99)}`,
      `${'f'.repeat(128)}/${'x'.repeat(68)}.py`,
    ])
      expect(isCodeName(freeNameOf(name, new Set()))).toBe(true);
  });
});
