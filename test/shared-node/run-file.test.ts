import { expect, it } from 'vitest';
import { parseRunFile } from '../../src-shared-node/run-file.ts';

const proofKey = Buffer.alloc(32, 7).toString('base64');
const whole = {
  pid: 5,
  port: 7341,
  socketPath: '/run/daemon.sock',
  version: '0.1.0',
  startedAt: '2026-01-01',
  proofKey,
};
const parse = (value: unknown) => parseRunFile(JSON.stringify(value));

it('has the fields of a run file, and no others', () => {
  expect(parse({ ...whole, other: 1 })).toEqual(whole);
  const { socketPath: _, ...former } = whole;
  expect(parse(former)).toEqual(former);
});

it.each([
  ['text', 'text'],
  ['null', null],
  ['a list', []],
  ['no pid', { ...whole, pid: undefined }],
  ['a negative pid', { ...whole, pid: -1 }],
  ['a pid as text', { ...whole, pid: '5' }],
  ['a port above the highest', { ...whole, port: 65_536 }],
  ['an empty socket', { ...whole, socketPath: '' }],
  ['a long socket', { ...whole, socketPath: 'x'.repeat(4097) }],
  ['a socket of another type', { ...whole, socketPath: null }],
  ['a short key', { ...whole, proofKey: Buffer.alloc(31).toString('base64') }],
  ['a key that is not canonical', { ...whole, proofKey: proofKey.replace('=', '') }],
  ['no version', { ...whole, version: 1 }],
])('with %s is none', (_, value) => {
  expect(parse(value)).toBeUndefined();
});

it('that is cut off is none', () => {
  expect(parseRunFile('{"pid": 5')).toBeUndefined();
});
