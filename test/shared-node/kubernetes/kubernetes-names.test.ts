import { expect, test } from 'vitest';
import { isDnsLabel, isDnsSubdomain } from '../../../src-shared-node/kubernetes/kubernetes-names.ts';

const long = 'a'.repeat(63);

test.each([
  // name, label, subdomain
  ['a', true, true],
  ['0', true, true],
  ['team-1', true, true],
  ['a--b', true, true],
  [long, true, true],
  [`${long}a`, false, true],
  ['registry.example', false, true],
  [`${long}.${long}.${long}.${'a'.repeat(61)}`, false, true],
  [`${long}.${long}.${long}.${'a'.repeat(62)}`, false, false],
  ['', false, false],
  ['-a', false, false],
  ['a-', false, false],
  ['a.', false, false],
  ['a..b', false, false],
  ['a.-b', false, false],
  ['Team', false, false],
  ['a_b', false, false],
  ['a/b', false, false],
  ['a\n', false, false],
  ['é', false, false],
])('%j is a label: %s, a subdomain: %s', (name, isLabel, isSubdomain) => {
  expect([isDnsLabel(name), isDnsSubdomain(name)]).toEqual([isLabel, isSubdomain]);
});
