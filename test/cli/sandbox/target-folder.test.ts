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
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTargetFolder } from '../../../src-cli/commands/sandbox/copy/target-folder.ts';

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

it('writes a file with its folders', async () => {
  await createTargetFolder(root, false).write(['a', 'b', 'c.txt'], bytes('content'), signal);
  expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('content');
});

it('follows no link below the folder', async () => {
  mkdirSync(root);
  symlinkSync(outside, join(root, 'link'));
  await expect(createTargetFolder(root, true).write(['link', 'x'], bytes('x'), signal)).rejects.toThrow('not a folder');
  expect(readdirSync(outside)).toEqual([]);
});

it('replaces a link to a file, and not the file', async () => {
  mkdirSync(root);
  writeFileSync(join(outside, 'kept'), 'kept');
  symlinkSync(join(outside, 'kept'), join(root, 'x'));
  expect(() => createTargetFolder(root, false).requireFree(['x'])).toThrow('--force');
  await createTargetFolder(root, true).write(['x'], bytes('new'), signal);
  expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('kept');
  expect(readFileSync(join(root, 'x'), 'utf8')).toBe('new');
});

it('writes through a link that the user named as the target', async () => {
  symlinkSync(outside, root);
  await createTargetFolder(root, false).write(['x'], bytes('x'), signal);
  expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('x');
});

it('replaces no file without --force, and no folder', async () => {
  const target = createTargetFolder(root, false);
  await target.write(['x'], bytes('old'), signal);
  await expect(target.write(['x'], bytes('new'), signal)).rejects.toThrow('exists already');
  expect(readFileSync(join(root, 'x'), 'utf8')).toBe('old');
  mkdirSync(join(root, 'd'));
  expect(() => createTargetFolder(root, true).requireFree(['d'])).toThrow('is a folder');
});

it('leaves nothing of a file that breaks off', async () => {
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('broken off');
  }
  const target = createTargetFolder(root, true);
  await target.write(['x'], bytes('old'), signal);
  await expect(target.write(['x'], broken(), signal)).rejects.toThrow('broken off');
  expect(readdirSync(root)).toEqual(['x']);
  expect(readFileSync(join(root, 'x'), 'utf8')).toBe('old');
});

it('names the path of an error of the file system', async () => {
  writeFileSync(root, 'a file');
  const target = createTargetFolder(root, true);
  await expect(target.write(['x'], bytes('x'), signal)).rejects.toMatchObject({
    code: 'file_error',
    message: expect.stringContaining(root),
  });
  expect(existsSync(join(root, 'x'))).toBe(false);
});
