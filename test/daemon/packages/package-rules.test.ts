import { expect, test } from 'vitest';
import { checkPackage } from '../../../src-daemon/packages/package-rules.ts';

const digest = `sha256:${'a'.repeat(64)}`;

test.each([
  ['pip', { name: 'requests' }, { name: 'requests', requested: null }],
  ['pip', { name: 'Typing_Extensions' }, { name: 'typing-extensions', requested: null }],
  ['pip', { name: 'zope.interface', version: '6.0' }, { name: 'zope-interface', requested: '==6.0' }],
  ['pip', { name: 'requests==2.31.0' }, { name: 'requests', requested: '==2.31.0' }],
  ['pip', { name: 'requests >= 2, < 3' }, { name: 'requests', requested: '>= 2, < 3' }],
  ['pip', { name: 'a', version: '~=1.4' }, { name: 'a', requested: '~=1.4' }],
  ['pip', { name: 'a', version: '==1.*' }, { name: 'a', requested: '==1.*' }],
  ['pip', { name: 'Requests[Socks, use_chardet] >=2' }, { name: 'requests', requested: '[socks,use-chardet]>=2' }],
  ['pip', { name: 'a', extras: ['X', 'x'] }, { name: 'a', requested: '[x]' }],
  ['pip', { name: 'a', version: '1', hashes: [digest] }, { name: 'a', requested: `==1 --hash=${digest}` }],
  ['npm', { name: 'lodash' }, { name: 'lodash', requested: null }],
  ['npm', { name: 'lodash@4.17.21' }, { name: 'lodash', requested: '4.17.21' }],
  ['npm', { name: '@types/node@^24' }, { name: '@types/node', requested: '^24' }],
  ['npm', { name: '@types/node' }, { name: '@types/node', requested: null }],
  ['npm', { name: 'JSONStream' }, { name: 'JSONStream', requested: null }],
  ['npm', { name: 'a', version: '>=1.2.0 <2 || ~3.1' }, { name: 'a', requested: '>=1.2.0 <2 || ~3.1' }],
] as const)('%s takes %o', (manager, input, checked) => {
  expect(checkPackage(manager, input)).toEqual(checked);
});

test.each([
  ['pip', { name: '-r' }],
  ['pip', { name: '--index-url=http://x' }],
  ['pip', { name: '/etc/passwd' }],
  ['pip', { name: './here' }],
  ['pip', { name: 'git+https://host/x' }],
  ['pip', { name: 'a @ http://host/a.whl' }],
  ['pip', { name: 'a;rm' }],
  ['pip', { name: 'a\nb' }],
  ['pip', { name: 'a', version: '1.0\n--pre' }],
  ['pip', { name: 'a', version: '>=1; os_name=="x"' }],
  ['pip', { name: 'a', version: '@ http://host/a.whl' }],
  ['pip', { name: 'a', version: 'latest' }],
  ['pip', { name: 'a[]' }],
  ['pip', { name: 'a[-e]' }],
  ['pip', { name: 'a[x', version: '1' }],
  ['pip', { name: 'a', version: '>=1', hashes: [digest] }],
  ['pip', { name: 'a', version: '1', hashes: [`${digest} --pre`] }],
  ['pip', { name: 'a', version: '1', hashes: ['md5:abc'] }],
  ['npm', { name: 'a', extras: ['x'] }],
  ['npm', { name: 'a', version: '1.0.0', hashes: [digest] }],
  ['pip', { name: 'a $(id)' }],
  ['npm', { name: '-g' }],
  ['npm', { name: '--registry=http://x' }],
  ['npm', { name: '../a' }],
  ['npm', { name: '/a' }],
  ['npm', { name: 'http://host/a.tgz' }],
  ['npm', { name: 'user/repo' }],
  ['npm', { name: 'a', version: 'npm:b@1' }],
  ['npm', { name: 'a', version: 'file:../b' }],
  ['npm', { name: 'a', version: 'git+ssh://host/b' }],
  ['npm', { name: 'a', version: 'latest' }],
  ['npm', { name: 'a', version: '`id`' }],
  ['npm', { name: 'node_modules' }],
  ['npm', { name: '.bin' }],
  ['npm', { name: 'a\u0000b' }],
] as const)('%s refuses %o before anything runs', (manager, input) => {
  expect(() => checkPackage(manager, input)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
