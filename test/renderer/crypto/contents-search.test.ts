import { describe, expect, it } from 'vitest';
import { createContents } from '../../../src-renderer/crypto/contents-search.ts';

describe('the search in contents', () => {
  it('finds scripts by a text of any case, with the line and a part of it', () => {
    const contents = createContents();
    contents.add('a', 'first\n  Second LINE\nthird');
    contents.add('b', 'nothing');
    expect(contents.find('second l')).toEqual([{ name: 'a', line: 2, excerpt: 'Second LINE' }]);
    expect(contents.find('first')).toEqual([{ name: 'a', line: 1, excerpt: 'first' }]);
    expect(contents.find('t')).toMatchObject([
      { name: 'a', line: 1 },
      { name: 'b', line: 1 },
    ]);
    expect(contents.find('')).toEqual([]);
  });

  it('cuts a long line around the text, and shows 50 scripts at most', () => {
    const contents = createContents();
    for (let index = 0; index < 100; index++)
      contents.add(`${index}`, `${'x'.repeat(100_000)}needle${'y'.repeat(100_000)}`);
    const hits = contents.find('NEEDLE');
    expect(hits).toHaveLength(50);
    expect(hits[0]?.excerpt).toContain('needle');
    expect(hits[0]?.excerpt.length).toBeLessThanOrEqual(160);
  });

  it('replaces a script of the same name, and refuses more text than its limit', () => {
    const contents = createContents(10);
    expect(contents.add('a', 'x'.repeat(8))).toBe(true);
    expect(contents.add('b', 'yyy')).toBe(false);
    expect(contents.add('a', 'z')).toBe(true);
    expect(contents.add('b', 'yyy')).toBe(true);
    expect(contents.find('x')).toEqual([]);
    expect(contents.find('Y')).toHaveLength(1);
  });
});
