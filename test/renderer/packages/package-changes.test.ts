import { expect, test } from 'vitest';
import { changesOf } from '../../../src-renderer/features/packages/package-changes.ts';

const info = (name: string, requested: string | null) => ({
  ...{ language: 'python', name, requested, version: null, status: 'installed' as const },
  addedAt: '2026-01-31T12:00:00.000Z',
});
const list = { packages: [info('requests', '==2.31'), info('zope-interface', null), info('@scope/name', '^4')] };

test.each([
  ['requests==2.32', [{ name: 'requests', from: '==2.31', to: '==2.32' }]],
  ['Requests', [{ name: 'requests', from: '==2.31', to: 'any version' }]],
  ['requests == 2.31', []],
  ['requests[socks]==2.32', [{ name: 'requests', from: '==2.31', to: '==2.32' }]],
  ['zope.interface', []],
  ['Zope_Interface>=5', [{ name: 'zope-interface', from: 'any version', to: '>=5' }]],
  ['@scope/name@5', [{ name: '@scope/name', from: '^4', to: '5' }]],
  ['@scope/name@^4', []],
  ['flask', []],
  ['', []],
])('%s changes what is in the list as it says', (typed, changes) => {
  expect(changesOf(list, [{ name: typed }])).toEqual(changes);
});

test('a version in its own field counts as one in the name', () => {
  expect(changesOf(list, [{ name: '@scope/name', version: '5' }])).toMatchObject([{ to: '5' }]);
});
