import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTargetFolder } from '../../../src-cli/received/target-folder.ts';

const { signal } = new AbortController();
const bytes = (text: string) => Readable.from([Buffer.from(text)]);
let folder: string;
let root: string;
let outside: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cp-'));
  root = join(folder, 'root');
  outside = join(folder, 'outside');
  mkdirSync(outside);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(['descriptors', 'paths'] as const)('a target folder with access by %s', (access) => {
  const open = (isForced: boolean) => createTargetFolder({ root, isForced }, access);

  it('writes a file with its folders', async () => {
    await open(false).write(['a', 'b', 'c.txt'], bytes('content'), signal);
    expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('content');
  });

  it('follows no link below the folder', async () => {
    mkdirSync(root);
    symlinkSync(outside, join(root, 'link'));
    await expect(open(true).write(['link', 'x'], bytes('x'), signal)).rejects.toThrow('not a folder');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('replaces a link to a file, and not the file', async () => {
    mkdirSync(root);
    writeFileSync(join(outside, 'kept'), 'kept');
    symlinkSync(join(outside, 'kept'), join(root, 'x'));
    await expect(open(false).requireFree(['x'])).rejects.toThrow('--force');
    await open(true).write(['x'], bytes('new'), signal);
    expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('kept');
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('new');
  });

  it('writes through a link that the user named as the target', async () => {
    symlinkSync(outside, root);
    await open(false).write(['x'], bytes('x'), signal);
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('x');
  });

  it('replaces no file without --force, and no folder', async () => {
    const target = open(false);
    await target.write(['x'], bytes('old'), signal);
    await expect(target.write(['x'], bytes('new'), signal)).rejects.toThrow('exists already');
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('old');
    mkdirSync(join(root, 'd'));
    await expect(open(true).requireFree(['d'])).rejects.toThrow('is a folder');
  });

  it('leaves nothing of a file that breaks off', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('broken off');
    }
    const target = open(true);
    await target.write(['x'], bytes('old'), signal);
    await expect(target.write(['x'], broken(), signal)).rejects.toThrow('broken off');
    expect(readdirSync(root)).toEqual(['x']);
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('old');
  });

  it('names the path of an error of the file system', async () => {
    writeFileSync(root, 'a file');
    const target = open(true);
    await expect(target.write(['x'], bytes('x'), signal)).rejects.toMatchObject({
      code: 'file_error',
      message: expect.stringContaining(root),
    });
    expect(existsSync(join(root, 'x'))).toBe(false);
  });

  it('takes no name of version control, and no part of a repository that is there', async () => {
    mkdirSync(join(root, 'd/objects'), { recursive: true });
    mkdirSync(join(root, 'd/refs'));
    for (const names of [['.git', 'commondir'], ['d', 'HEAD'], ['.Git. '], ['d', 'head']])
      await expect(open(true).write(names, bytes('x'), signal)).rejects.toThrow('was not written');
    await open(true).write(['HEAD'], bytes('x'), signal);
    expect(readdirSync(join(root, 'd'))).toEqual(['objects', 'refs']);
  });

  it.each(['.git/hooks', '.git', '.hg', 'bare/hooks', 'bare/objects/new', '.git/modules/x'])(
    'is refused as %s, also behind a link',
    async (path) => {
      execFileSync('git', ['init', '-q', root]);
      execFileSync('git', ['init', '-q', '--bare', join(root, 'bare')]);
      symlinkSync(root, join(folder, 'link'));
      const before = readdirSync(join(root, 'bare/hooks'));
      for (const start of [root, join(folder, 'link')]) {
        const target = createTargetFolder({ root: join(start, path), isForced: true }, access);
        await expect(target.write(['x'], bytes('x'), signal)).rejects.toThrow('is a part of a repository');
      }
      expect(readdirSync(join(root, 'bare/hooks'))).toEqual(before);
    },
  );

  it('may be a worktree, also one in the folder of a bare repository', async () => {
    execFileSync('git', ['init', '-q', '--bare', root]);
    await createTargetFolder({ root: join(root, 'main'), isForced: false }, access).write(['a'], bytes('x'), signal);
    expect(readFileSync(join(root, 'main/a'), 'utf8')).toBe('x');
    await expect(open(true).write(['config'], bytes('x'), signal)).rejects.toThrow('repository');
  });
});
