import { describe, expect, it } from 'vitest';
import { foldersOf, planMove, sharedFolder } from '../../../src-renderer/features/vault/rename/move-plan.ts';
import {
  isRowSelected,
  scriptsBetween,
  scriptsOf,
  toggled,
} from '../../../src-renderer/features/vault/selection/selection.ts';
import { treeRowsOf } from '../../../src-renderer/features/vault/tree/tree-rows.ts';
import { storedCode } from './stored-code.ts';

const names = ['jobs/a.py', 'jobs/old/b.py', 'jobs/old/c.py', 'jobs2/d.py', 'e.py'];
const rowsOf = (closed: readonly string[] = []) =>
  treeRowsOf(
    [...names.map((name) => ({ name, metadata: storedCode(name) })), { name: 'left.py', metadata: undefined }],
    (folder) => !closed.includes(folder),
  );
const at = (path: string, closed?: readonly string[]) => {
  const row = rowsOf(closed).find((other) => other.path === path);
  if (row === undefined) throw new Error(`there is no row ${path}`);
  return row;
};

describe('the selection', () => {
  it('has all scripts below a folder, but none of another folder and none that is not stored', () => {
    expect(scriptsOf(at('jobs'), names)).toEqual(names.slice(0, 3));
    expect(scriptsOf(at('e.py'), names)).toEqual(['e.py']);
    expect(scriptsOf(at('left.py'), names)).toEqual([]);
  });

  it('takes a row in, and out again when all of it is in', () => {
    const once = toggled(new Set(['e.py', 'jobs/a.py']), scriptsOf(at('jobs'), names));
    expect([...once].toSorted()).toEqual(['e.py', ...names.slice(0, 3)]);
    expect([...toggled(once, scriptsOf(at('jobs'), names))]).toEqual(['e.py']);
  });

  it('marks a folder only if it has all of its scripts', () => {
    expect(isRowSelected(at('jobs/old'), names, new Set(['jobs/old/b.py']))).toBe(false);
    expect(isRowSelected(at('jobs/old'), names, new Set(['jobs/old/b.py', 'jobs/old/c.py']))).toBe(true);
    expect(isRowSelected(at('left.py'), names, new Set(['left.py']))).toBeUndefined();
  });

  it('extends over rows in both directions, with what closed folders hide', () => {
    const rows = rowsOf(['jobs/old']);
    const index = (path: string) => rows.findIndex((row) => row.path === path);
    for (const ends of [
      [index('jobs/old'), index('jobs2/d.py')] as const,
      [index('jobs2/d.py'), index('jobs/old')] as const,
    ])
      expect([...scriptsBetween(rows, ends, names)]).toEqual([
        'jobs/old/b.py',
        'jobs/old/c.py',
        'jobs/a.py',
        'jobs2/d.py',
      ]);
    const open = rowsOf();
    expect([...scriptsBetween(open, [0, 1], names)]).toEqual([]);
  });
});

describe('a move to a folder', () => {
  const moved = (from: readonly string[], folder: string, taken: readonly string[] = []) =>
    planMove(from, folder, new Set(taken)).map(({ to, problem }) => (problem ? `${to} ${problem}` : to));

  it('keeps the folders below the one that all scripts share', () => {
    expect(sharedFolder(names.slice(0, 3))).toBe('jobs');
    expect(sharedFolder(['jobs/old/b.py', 'jobs/old/c.py'])).toBe('jobs/old');
    expect(sharedFolder(['jobs/a.py', 'jobs2/d.py'])).toBe('');
    expect([sharedFolder(['e.py']), sharedFolder([])]).toEqual(['', '']);
    expect(moved(names.slice(0, 3), 'x')).toEqual(['x/a.py', 'x/old/b.py', 'x/old/c.py']);
    expect(moved(['jobs/a.py', 'jobs2/d.py'], 'x')).toEqual(['x/jobs/a.py', 'x/jobs2/d.py']);
    expect(moved(['jobs/a.py'], '')).toEqual(['a.py']);
  });

  it('does not replace a script, and makes no name that is not valid', () => {
    expect(moved(['jobs/a.py'], 'x', ['x/a.py'])).toEqual(['x/a.py taken']);
    expect(moved(['jobs/a.py'], 'jobs', ['jobs/a.py'])).toEqual(['jobs/a.py']);
    expect(moved(['jobs/a.py'], '1/2/3/4/5/6/7/8')).toEqual(['1/2/3/4/5/6/7/8/a.py invalid']);
  });

  it('offers every folder that there is', () => {
    expect(foldersOf(names)).toEqual(['jobs', 'jobs/old', 'jobs2']);
  });
});
