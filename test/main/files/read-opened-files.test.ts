import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFileBatch } from '../../../src-main/files/file-batch.ts';
import { readOpenedFiles } from '../../../src-main/files/read-opened-files.ts';
import { HandedOver, readLaunchOptions } from '../../../src-main/launch-options.ts';
import type { OpenedFile } from '../../../src-shared/shell-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'opened-files-'));
function make(count: number): string[] {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `${index}.py`));
  for (const path of paths) writeFileSync(path, '# code');
  return paths;
}
async function read(paths: readonly string[]): Promise<OpenedFile[]> {
  const files: OpenedFile[] = [];
  for await (const file of readOpenedFiles(paths)) files.push(file);
  return files;
}

describe('files that are opened together', () => {
  it('are read in their order', async () => {
    const [first = '', second = '', third = ''] = make(3);
    const files = await read([join(folder, 'gone.py'), first, second, third]);
    expect(files.map(({ name }) => name)).toEqual(['gone.py', '0.py', '1.py', '2.py']);
    expect(files.map(({ kind }) => kind)).toEqual(['refused-file', 'file', 'file', 'file']);
  });
  it('are twenty at most, and a message names what was left out', async () => {
    expect(await read(make(20))).toHaveLength(20);
    const reason = 'at most 20 files are opened at once';
    expect((await read(make(21)))[20]).toEqual({ kind: 'refused-file', name: '20.py', reason });
    expect((await read(make(25)))[20]).toEqual({ kind: 'refused-file', name: '20.py (and 4 more)', reason });
  });
  it('are passed to the first instance up to a limit', () => {
    const { handed } = readLaunchOptions(Array.from({ length: 2000 }, (_, index) => `/files/${index}.py`));
    expect(handed.files).toHaveLength(1000);
    expect(HandedOver.safeParse(handed).success).toBe(true);
  });
  it('are collected when the system opens them one by one', () => {
    vi.useFakeTimers();
    const opened: (readonly string[])[] = [];
    const batch = createFileBatch((paths) => opened.push(paths));
    for (const path of ['a', 'b']) batch.add(path);
    vi.runAllTimers();
    batch.add('c');
    vi.runAllTimers();
    vi.useRealTimers();
    expect(opened).toEqual([['a', 'b'], ['c']]);
  });
});
