import { describe, expect, it } from 'vitest';
import { recentNames, toFront } from '../../../src-renderer/app/session/recent-names.ts';

const stored = ['old', 'new', 'newer', 'newest', 'first', 'second'].map((name, index) => ({
  name,
  updatedAt: new Date(index * 1000).toISOString(),
}));

describe('the recent scripts', () => {
  it('are the used ones, the last first, and then the last changed ones', () => {
    expect(recentNames(['old', 'new'], stored)).toEqual(['old', 'new', 'second', 'first', 'newest']);
  });
  it('have no deleted script', () => {
    expect(recentNames(['gone', 'old'], stored.slice(0, 2))).toEqual(['old', 'new']);
  });
  it('are the used ones while the list of the vault is not loaded', () => {
    expect(recentNames(['a', 'b', 'c', 'd', 'e', 'f'], undefined)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(recentNames([], undefined)).toEqual([]);
  });
  it('have each name once, and a limited number', () => {
    expect(toFront(['a', 'b'], 'b')).toEqual(['b', 'a']);
    expect(toFront(['a'], undefined)).toEqual(['a']);
    const many = Array.from({ length: 30 }, (_, index) => `s${index}`);
    expect(many.reduce<readonly string[]>((names, name) => toFront(names, name), [])).toHaveLength(20);
  });
});
