import { describe, expect, it } from 'vitest';
import { createOutputLog, rowLimit } from '../../../src-renderer/ui/output/output-log.ts';
import { createOutputSearch, hitLimit } from '../../../src-renderer/ui/output/output-search.ts';

function searchIn(text: string) {
  const log = createOutputLog({ schedule: (callback) => callback() });
  const steps: (() => void)[] = [];
  const search = createOutputSearch(log, (step) => steps.push(step));
  log.append('stdout', text);
  /** Runs the slices that are scheduled. */
  const finish = () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) step();
  };
  const find = (query: string) => {
    search.find(query);
    finish();
  };
  return { log, search, steps, find, finish };
}

describe('the search in an output', () => {
  it('finds each place in either case, without colours, and moves around the ends', () => {
    const { search, find } = searchIn('Error one\nnone\nan \u001b[31merr\u001b[0mor and ERROR\n');
    find('error');
    expect(search.state().hits).toEqual([
      { row: 0, start: 0, end: 5 },
      { row: 2, start: 3, end: 8 },
      { row: 2, start: 13, end: 18 },
    ]);
    expect(search.move(1, 1)).toMatchObject({ row: 2, start: 3 });
    search.move(1, 0);
    expect(search.move(1, 0)).toMatchObject({ row: 0 });
    expect(search.state().current).toBe(0);
    search.move(-1, 0);
    expect(search.state().current).toBe(2);
    expect(search.hitsIn(2)).toHaveLength(2);
  });

  it('reads in slices, not on each key', () => {
    const { search, steps, finish } = searchIn('x\n'.repeat(5000));
    search.find('a');
    search.find('x');
    expect([steps.length, search.state().hits.length, search.state().isSearching]).toEqual([1, 0, true]);
    finish();
    expect([search.state().hits.length, search.state().isSearching]).toEqual([5000, false]);
  });

  it('follows the output, and reads a line again that was not complete', () => {
    const { log, search, find, finish } = searchIn('hit\nhi');
    find('hit');
    expect(search.state().hits).toHaveLength(1);
    search.move(1, 0);
    log.append('stdout', 't\nhit\n');
    finish();
    expect(search.state().hits.map(({ row }) => row)).toEqual([0, 1, 2]);
    expect(search.state().current).toBe(0);
  });

  it('keeps a valid current hit when rows are cleared', () => {
    const { log, search, find, finish } = searchIn('hit\nhit\n');
    find('hit');
    search.move(1, 1);
    expect(search.state().current).toBe(1);
    log.clear();
    finish();
    expect(search.state()).toMatchObject({ hits: [], current: -1 });
    log.append('stdout', 'hit\n');
    finish();
    expect(search.move(1, 0)).toMatchObject({ row: 2 });
    expect(search.state().current).toBe(0);
  });

  it('finds what begins in one row of a long line and ends in the next', () => {
    const { search, find } = searchIn(`${'-'.repeat(rowLimit - 2)}needle\n`);
    find('needle');
    expect(search.state().hits).toEqual([{ row: 0, start: rowLimit - 2, end: rowLimit }]);
  });

  it('says when there are more hits than it keeps', () => {
    const { search, find } = searchIn('x'.repeat(hitLimit + 1));
    find('x');
    expect(search.state()).toMatchObject({ isCut: true, isSearching: false });
    expect(search.state().hits).toHaveLength(hitLimit);
  });
});
