import type { KeyboardEvent } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { foldersOf, planMove, sharedFolder } from '../../../../src-renderer/features/vault/rename/move-plan.ts';
import {
  isRowSelected,
  scriptsBetween,
  scriptsOf,
  toggled,
} from '../../../../src-renderer/features/vault/selection/selection.ts';
import { selectByKey } from '../../../../src-renderer/features/vault/selection/selection-keys.ts';
import { useSelection } from '../../../../src-renderer/features/vault/selection/selection-store.ts';
import { treeRowsOf } from '../../../../src-renderer/features/vault/tree/tree-rows.ts';
import { useTree } from '../../../../src-renderer/features/vault/tree/tree-store.ts';
import { beginTestSession, cleanPageAfterEach } from '../../page/page-session.ts';
import { storedCode } from '../stored-code.ts';

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

describe('the keys of the selection', () => {
  cleanPageAfterEach();
  beforeEach(() => beginTestSession());
  const deleted: string[] = [];

  /** Presses keys one after the other: `Shift+ArrowDown`. Returns whether the last one was handled. */
  function press(...keys: readonly string[]): boolean {
    let isHandled = false;
    for (const combination of keys) {
      const parts = combination.split('+');
      const modifiers = { shiftKey: parts.includes('Shift'), ctrlKey: parts.includes('Ctrl'), metaKey: false };
      const event = { key: parts.at(-1), ...modifiers, altKey: false, preventDefault() {}, stopPropagation() {} };
      const rows = rowsOf();
      const active = rows.find(({ key }) => key === useTree.getState().active);
      const tree = { rows, names, active, pageRows: 5, undo: () => false };
      isHandled = selectByKey(event as unknown as KeyboardEvent, {
        ...tree,
        onDelete: (all) => void deleted.splice(0, deleted.length, ...all),
      });
    }
    return isHandled;
  }
  const go = (path: string) => useTree.getState().activate(at(path).key);
  const chosen = () => [...useSelection.getState().selected].toSorted();

  it('extend a range from its end, and begin another one after a plain move', () => {
    go('jobs/old/b.py');
    press('Shift+ArrowDown', 'Shift+ArrowDown');
    expect(chosen()).toEqual(['jobs/a.py', 'jobs/old/b.py', 'jobs/old/c.py']);
    press('Shift+ArrowUp');
    expect(chosen()).toEqual(['jobs/old/b.py', 'jobs/old/c.py']);
    go('jobs2/d.py');
    press('Shift+ArrowDown');
    expect(chosen()).toEqual(['e.py', 'jobs2/d.py']);
    go('jobs/a.py');
    press('Ctrl+Shift+Home');
    expect(chosen()).toEqual(names.toSorted());
  });

  it('take a row in and out, select all and none, and leave other keys to the tree', () => {
    go('jobs');
    press(' ');
    go('jobs/a.py');
    press(' ');
    expect(chosen()).toEqual(['jobs/old/b.py', 'jobs/old/c.py']);
    press('Ctrl+a');
    expect(chosen()).toEqual(names.toSorted());
    expect([press('Escape'), chosen()]).toEqual([true, []]);
    expect(['Escape', 'ArrowDown', 'Enter', 'F2', 'x', 'Ctrl+k'].map((key) => press(key))).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  it('delete the selection, or else the active row', () => {
    go('jobs/old');
    press('Delete');
    expect(deleted).toEqual(['jobs/old/b.py', 'jobs/old/c.py']);
    go('e.py');
    press(' ');
    go('jobs');
    press('Delete');
    expect(deleted).toEqual(['e.py']);
    press('Escape');
    go('left.py');
    expect(press('Delete')).toBe(false);
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
