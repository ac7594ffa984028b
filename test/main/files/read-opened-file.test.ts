import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readOpenedFile } from '../../../src-main/files/read-opened-file.ts';

const mebibyte = 1024 * 1024;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opened-'));
});

function make(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('a file that the system opens', () => {
  it.each([
    ['plain.py', 'print("hi")\n', 'print("hi")\n'],
    ['empty.sh', '', ''],
    ['mark.js', '\uFEFFlet a;', 'let a;'],
    ['ümlaut 日本.ts', 'const ä = "日本";', 'const ä = "日本";'],
    ['largest.py', 'x'.repeat(mebibyte), 'x'.repeat(mebibyte)],
  ])('is its name and its text: %s', async (name, content, code) => {
    expect(await readOpenedFile(make(name, content))).toEqual({ kind: 'file', name, code });
  });

  it.each([
    ['over.py', Buffer.alloc(mebibyte + 1, 'x'), 'it is over 1 MiB'],
    ['latin.py', Buffer.from('gr\xfc\xdfe', 'latin1'), 'it is no text in UTF-8'],
    ['cut.py', Buffer.from('日', 'utf8').subarray(0, 2), 'it is no text in UTF-8'],
  ])('is refused with a message: %s', async (name, content, reason) => {
    expect(await readOpenedFile(make(name, content))).toEqual({ kind: 'refused-file', name, reason });
  });

  it('is read through a link, and refused where there is none', async () => {
    symlinkSync(make('real.py', 'pass'), join(folder, 'link.py'));
    expect(await readOpenedFile(join(folder, 'link.py'))).toMatchObject({
      kind: 'file',
      name: 'link.py',
      code: 'pass',
    });
    expect(await readOpenedFile(join(folder, 'gone.py'))).toMatchObject({ reason: 'it is not there any more' });
    expect(await readOpenedFile(folder)).toMatchObject({ reason: 'it is a folder' });
  });

  it.skipIf(process.platform === 'win32')('that is a pipe or a device holds nothing up', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.py')]);
    expect(await readOpenedFile(join(folder, 'pipe.py'))).toMatchObject({ reason: 'it is no ordinary file' });
    expect(await readOpenedFile('/dev/zero')).toMatchObject({ reason: 'it is no ordinary file' });
  });

  it.skipIf(process.platform === 'win32')('that its user may not read is refused with a message', async () => {
    const path = make('closed.py', 'pass');
    chmodSync(folder, 0o755);
    expect(await asUnprivilegedUser(() => readOpenedFile(path))).toMatchObject({ kind: 'file' });
    chmodSync(path, 0);
    expect(await asUnprivilegedUser(() => readOpenedFile(path))).toMatchObject({ reason: 'you may not read it' });
  });
});

/** Root may read everything, so the call runs as another user. */
async function asUnprivilegedUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
