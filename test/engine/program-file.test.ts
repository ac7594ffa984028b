import { expect, test } from 'vitest';
import { findExecutable } from '../../src-daemon/engine/languages/find-executable.ts';
import { languages } from '../../src-daemon/engine/languages/languages.ts';
import { programFile } from '../../src-daemon/engine/program-file.ts';
import { doAtOnce } from '../../src-shared-node/sliced-work.ts';

test.each(languages)('a program in $id is written without its byte order mark and otherwise unchanged', (language) => {
  const code = '#!/bin/x\n\uFEFFé';
  const textOf = (sent: string) => Buffer.from(programFile({ code: sent }, language).content).toString('utf8');
  expect(textOf(`\uFEFF${code}`)).toBe(code);
  expect(textOf(code)).toBe(code);
  expect(textOf('')).toBe('');
});

const elf = (type: number, entry: bigint) => {
  const head = Buffer.alloc(64);
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  head.writeUInt16LE(type, 16);
  head.writeBigUInt64LE(entry, 24);
  return head;
};

test.each<[string, Buffer, object]>([
  ['a program at a fixed address', elf(2, 0x401000n), { args: [] }],
  ['a program at any address', elf(3, 0x1040n), { args: [] }],
  ['a shared library', elf(3, 0n), { reason: 'The X source compiled to a shared library, not to a program: do y.' }],
  ['an object file', elf(1, 0n), { reason: 'The X source compiled to an object file, not to a program: do y.' }],
  ['an archive', Buffer.from('!<arch>\n…'), { reason: 'The X source compiled to a library, not to a program: do y.' }],
  ['text', Buffer.from('text '.repeat(20)), { reason: expect.stringContaining('a file of another kind') }],
  ['an empty file', Buffer.alloc(0), { reason: expect.stringContaining('a file of another kind') }],
])('a compiler that wrote %s', (_what, content, found) => {
  const made = [{ path: 'main', content }];
  expect(doAtOnce(findExecutable('X', 'do y')({ code: '', fileName: 'main.x', made, given: [] }))).toEqual(found);
});

test('a compiler that wrote no file', () => {
  const source = { code: '', fileName: 'main.x', made: [], given: [] };
  const reason = 'The X source compiled to no program: do y.';
  expect(doAtOnce(findExecutable('X', 'do y')(source))).toEqual({ reason });
});
