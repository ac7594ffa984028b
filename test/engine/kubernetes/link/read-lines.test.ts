import { describe, expect, test } from 'vitest';
import { createLineReader } from '../../../../src-daemon/engine/kubernetes/link/read-lines.ts';

describe('the line reader', () => {
  test('reads lines from chunks of any size, whole characters included', () => {
    const bytes = Buffer.from('one\n\nzwei 🙂\nthe rest');
    for (const size of [1, 2, 3, 5, 100]) {
      const lines: string[] = [];
      const read = createLineReader(100, (line) => lines.push(line));
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      expect(lines).toEqual(['one', '', 'zwei 🙂']);
    }
  });

  test('takes linear time for a line of single bytes', () => {
    const lines: string[] = [];
    const read = createLineReader(1 << 20, (line) => lines.push(line));
    const byte = Buffer.from('x');
    for (let count = 0; count < 300_000; count++) read(byte);
    read(Buffer.from('\n'));
    expect(lines.map(({ length }) => length)).toEqual([300_000]);
  });

  test('bounds a line', () => {
    const read = createLineReader(10, () => {});
    read(Buffer.from('0123456789\n01234567'));
    expect(() => read(Buffer.from('890'))).toThrow('too long');
  });
});
