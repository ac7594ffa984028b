import { describe, expect, it } from 'vitest';
import { planFolder } from '../../../src-renderer/features/vault/folder-import/plan-folder.ts';
import { folderLimits, readFolder } from '../../../src-renderer/features/vault/folder-import/read-folder.ts';
import { folderOfDrop, folderOfFiles } from '../../../src-renderer/ui/files/source-folder.ts';
import { storedCode } from './stored-code.ts';

const languages = [
  { id: 'python', aliases: ['python3'], fileExtension: '.py' },
  { id: 'bash', aliases: ['sh'], fileExtension: '.sh' },
];

function chosen(path: string, content: string | Uint8Array<ArrayBuffer> = 'x'): File {
  const file = new File([content], path.split('/').at(-1) ?? '');
  return Object.defineProperty(file, 'webkitRelativePath', { value: `work/${path}` });
}

function readFiles(
  files: readonly File[],
  limits = folderLimits as Readonly<Record<keyof typeof folderLimits, number>>,
) {
  const folder = folderOfFiles(files);
  if (folder === undefined) throw new Error('there is no folder');
  return readFolder(folder, { languages, signal: new AbortController().signal, limits });
}

const leftOutOf = async (files: readonly File[], limits?: Parameters<typeof readFiles>[1]) =>
  (await readFiles(files, limits)).leftOut.map(({ path, reason }) => `${path} ${reason}`);
const pathsOf = async (files: readonly File[]) => (await readFiles(files)).files.map(({ path }) => path);

describe('a folder that is imported', () => {
  it('has the text files that the ignore files of all folders leave, as in Git', async () => {
    const files = [
      chosen('.gitignore', 'build/\n*.log\n/top.py\n'),
      ...['top.py', 'a.py', 'a.log', 'build/b.py', 'lib/top.py', 'lib/c.log', 'lib/d.py', 'lib/deep/build/e.py'].map(
        (path) => chosen(path),
      ),
      chosen('lib/.gitignore', '!c.log\nd.py\n!build/\n'),
    ];
    const { name, files: found, leftOut } = await readFiles(files);
    expect(name).toBe('work');
    expect(found.map(({ path, language }) => `${path} ${language}`)).toEqual([
      ...['.gitignore undefined', 'a.py python', 'lib/.gitignore undefined', 'lib/c.log undefined'],
      ...['lib/top.py python', 'lib/deep/build/e.py python'],
    ]);
    expect(leftOut.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      ...['a.log rule', 'top.py rule', 'build/ rule', 'lib/d.py rule'],
    ]);
  });

  it('leaves out version control, packages, secrets, binary and large files, each with its reason', async () => {
    const files = [
      ...['.git/config', 'node_modules/x/index.js', '.env', 'web/node_modules/y.js'].map((path) => chosen(path)),
      chosen('picture.py', new Uint8Array([80, 0, 80])),
      chosen('latin.py', new Uint8Array([0xe9, 0x74, 0xe9])),
      chosen('large.py', 'x'.repeat(folderLimits.fileBytes + 1)),
      chosen('run', '#!/bin/sh\n'),
    ];
    expect(await leftOutOf(files)).toEqual([
      ...['.env secret', 'large.py too-large', 'latin.py binary', 'picture.py binary'],
      ...['.git/ history', 'node_modules/ modules', 'web/node_modules/ modules'],
    ]);
    expect((await readFiles(files)).files).toMatchObject([{ path: 'run', language: 'bash' }]);
  });

  it('ends at each limit', async () => {
    const files = ['a.py', 'b.py', 'c.py'].map((path) => chosen(path, '12'));
    expect(await leftOutOf(files, { ...folderLimits, files: 2 })).toEqual(['c.py too-many']);
    expect(await leftOutOf(files, { ...folderLimits, bytes: 3 })).toEqual(['b.py too-many', 'c.py too-many']);
    expect(await leftOutOf(files, { ...folderLimits, entries: 1 })).toEqual(['b.py too-many', 'c.py too-many']);
  });

  it('names what cannot be read, and stops when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    const list = async () => ({ folders: [], files: [] });
    await expect(readFolder({ name: 'x', list }, { languages, signal })).rejects.toThrow('cancelled');
    const broken = { name: 'x', list: () => Promise.reject(new Error('gone')) };
    const closed = { name: 'f.py', open: () => Promise.reject(new Error('gone')) };
    const root = { name: 'r', list: async () => ({ folders: [broken], files: [closed] }) };
    const read = await readFolder(root, { languages, signal: new AbortController().signal });
    expect(read.leftOut).toEqual([
      { path: 'f.py', reason: 'unreadable' },
      { path: 'x/', reason: 'unreadable' },
    ]);
  });

  it('is read from what is dropped, also in parts of a hundred entries', async () => {
    const entry = (name: string) => ({
      ...{ name, isFile: true, isDirectory: false },
      file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
    });
    const parts = [['a.py', 'b.py'], ['c.py'], []].map((names) => names.map(entry));
    const createReader = () => ({
      readEntries: (resolve: (entries: unknown[]) => void) => resolve(parts.shift() ?? []),
    });
    const folder = { name: 'jobs', isFile: false, isDirectory: true, createReader };
    const items = (...entries: unknown[]) =>
      entries.map((one) => ({ webkitGetAsEntry: () => one }) as unknown as DataTransferItem);
    expect(folderOfDrop(items(entry('x.py'), null))).toBeUndefined();
    expect(folderOfDrop(items(folder, entry('x.py')))?.name).toBe('');
    const dropped = folderOfDrop(items(folder));
    if (dropped === undefined) throw new Error('there is no folder');
    const read = await readFolder(dropped, { languages, signal: new AbortController().signal });
    expect([read.name, read.files.map(({ path }) => path)]).toEqual(['jobs', ['a.py', 'b.py', 'c.py']]);
  });
});

describe('the plan of a folder', () => {
  const stored = [storedCode('work/a.py', { revision: 3 })];
  const choice = { folder: 'work', replaces: false, withUnknown: false };
  const files = () =>
    readFiles(['a.py', 'b [1].py', 'b _1_.py', 'notes.md', `${'deep/'.repeat(8)}c.py`].map((path) => chosen(path)));

  it('makes folders of names, and replaces nothing at first', async () => {
    const { planned, skipped, taken, unknown } = planFolder(await files(), stored, choice);
    expect(planned.map(({ name, path }) => [name, path])).toEqual([['work/b _1_.py', 'b [1].py']]);
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      ...['a.py taken', 'b _1_.py repeated', `${'deep/'.repeat(8)}c.py name`, 'notes.md language'],
    ]);
    expect([taken, unknown]).toEqual([1, 1]);
  });

  it('has further revisions, other folders and other text when they are chosen', async () => {
    const found = await files();
    const more = planFolder(found, stored, { ...choice, replaces: true, withUnknown: true });
    expect(more.planned.map(({ name, replaced }) => [name, replaced?.revision])).toEqual([
      ...[
        ['work/a.py', 3],
        ['work/b _1_.py', undefined],
        ['work/notes.md', undefined],
      ],
    ]);
    expect([more.taken, more.unknown]).toEqual([1, 1]);
    expect(planFolder(found, stored, { ...choice, folder: '' }).planned[0]?.name).toBe('a.py');
  });
});

it('keeps paths as they are in the folder', async () => {
  expect(await pathsOf([chosen('x/y.py'), chosen('z.py')])).toEqual(['z.py', 'x/y.py']);
});
