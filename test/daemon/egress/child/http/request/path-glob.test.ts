import { expect, test } from 'vitest';
import { matchesGlob } from '../../../../../../src-daemon/egress/child/http/request/path-glob.ts';
import { processorTimeOf } from '../../../../../support/processor-time.ts';

test.each([
  ['/', '/', true],
  ['/a', '/a', true],
  ['/a', '/a/', false],
  ['/a/', '/a/', true],
  ['/*', '/a', true],
  ['/*', '/', false],
  ['/*', '/a/b', false],
  ['/a*c', '/abbc', true],
  ['/a*c', '/ac', true],
  ['/a*c', '/a/c', false],
  ['/*a*b*', '/xxaxxbxx', true],
  ['/*a*b*', '/xxbxxaxx', false],
  ['/**', '/', true],
  ['/**', '/a/b/c', true],
  ['/a/**', '/a', true],
  ['/a/**', '/ab', false],
  ['/a/**/z', '/a/z', true],
  ['/a/**/z', '/a/b/c/z', true],
  ['/a/**/z', '/a/b/c', false],
  ['/**/x/**/y', '/x/q/x/y', true],
  ['/a/*/c', '/a//c', false],
  ['/a/**/c', '/a//c', true],
  ['/a.b', '/axb', false],
  ['/[a]', '/a', false],
])('%s and %s: %s', (glob, path, expected) => {
  expect(matchesGlob(glob, path)).toBe(expected);
});

test('globs that make a backtracking matcher slow are matched at once', () => {
  const timeMs = processorTimeOf(() => {
    expect(matchesGlob(`/${'**/'.repeat(80)}b`, `/${'a/'.repeat(8000)}`)).toBe(false);
    expect(matchesGlob(`/${'a*'.repeat(120)}b`, `/${'a'.repeat(16_000)}`)).toBe(false);
  });
  expect(timeMs).toBeLessThan(2000);
});
