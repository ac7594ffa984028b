import { describe, expect, it } from 'vitest';
import { findMatches, maxMatches, replaceMatches } from '../../../../src-renderer/ui/code-editor/find/find-matches.ts';
import { expressionOf, type FindQuery } from '../../../../src-renderer/ui/code-editor/find/find-query.ts';

const plain = { isRegexp: false, matchesCase: false, isWholeWord: false };
const query = (text: string, parts: Partial<FindQuery> = {}): FindQuery => ({ ...plain, text, ...parts });
const found = (text: string, sought: FindQuery) => {
  const { ranges } = findMatches(text, sought);
  return Array.from({ length: ranges.length / 2 }, (_, at) => text.slice(ranges[at * 2], ranges[at * 2 + 1]));
};

function replaced(text: string, sought: FindQuery, template: string): string {
  const changes = replaceMatches(text, sought, template);
  return changes.reduceRight((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

describe('finding', () => {
  it('takes signs as they are, without regard to case', () => {
    expect(found('a.b A.B axb $1', query('a.b'))).toEqual(['a.b', 'A.B']);
    expect(found('a.b A.B', query('a.b', { matchesCase: true }))).toEqual(['a.b']);
    expect(found('f(x)[0] {-}', query('(x)[0] {-}'))).toEqual(['(x)[0] {-}']);
  });

  it('finds whole words of any script', () => {
    expect(found('für fürs _für für_', query('für', { isWholeWord: true }))).toEqual(['für']);
  });

  it('finds expressions at lines and over lines, and no empty matches', () => {
    expect(found('ab\nabc', query('^ab\\w?$', { isRegexp: true }))).toEqual(['ab', 'abc']);
    expect(found('a\n\nb', query('\\n+b', { isRegexp: true }))).toEqual(['\n\nb']);
    expect(found('xxay', query('x*', { isRegexp: true }))).toEqual(['xx']);
    expect(found('a-b', query('a\\-b', { isRegexp: true }))).toEqual(['a-b']);
  });

  it('has no expression for an empty or invalid query', () => {
    expect(expressionOf(query(''))).toBeUndefined();
    expect(expressionOf(query('(', { isRegexp: true }))).toBeUndefined();
    expect(expressionOf(query('('))).toBeDefined();
    expect(findMatches('((', query('(', { isRegexp: true })).ranges).toHaveLength(0);
  });

  it('stops at the limit and says so', () => {
    const exactly = findMatches('x'.repeat(maxMatches), query('x'));
    expect([exactly.ranges.length / 2, exactly.isCut]).toEqual([maxMatches, false]);
    const more = findMatches('x'.repeat(maxMatches + 1), query('x'));
    expect([more.ranges.length / 2, more.isCut]).toEqual([maxMatches, true]);
  });
});

describe('replacing', () => {
  it('inserts the text as it is for a plain query', () => {
    expect(replaced('a+a', query('a'), '$&\\n$1')).toBe('$&\\n$1+$&\\n$1');
  });

  it('knows groups, names and escapes for an expression', () => {
    const swap = query('(?<key>\\w+)=(\\w+)', { isRegexp: true });
    expect(replaced('a=1 b=2', swap, '$2:$<key>')).toBe('1:a 2:b');
    expect(replaced('a=1', swap, '[$&] $$1\\t\\\\n\\n')).toBe('[a=1] $1\t\\n\n');
    expect(replaced('a=1', swap, '$3$0$<none>')).toBe('$3$0');
  });

  it('replaces everything, also more than the limit', () => {
    const changes = replaceMatches('ab'.repeat(maxMatches + 1), query('a'), 'x');
    expect(changes).toHaveLength(1);
    expect(changes[0]?.insert).toBe('xb'.repeat(maxMatches + 1));
  });
});
