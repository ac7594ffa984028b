import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../src-renderer/features/executions/options/files/file-tree.ts';
import { listFolder, partsOf } from '../../../src-renderer/features/executions/options/files/folder-files.ts';
import { problemOfFiles } from '../../../src-renderer/features/executions/options/files/input-limits.ts';
import {
  defaultProgram,
  programPath,
  withProgram,
} from '../../../src-renderer/features/executions/options/files/program.ts';
import { readInputFile } from '../../../src-renderer/features/executions/options/files/read-input-file.ts';
import type { DraftFile } from '../../../src-renderer/features/executions/options/option-fields.ts';
import { samples } from '../../../src-renderer/features/executions/samples/samples.ts';
import { folderOfFiles } from '../../../src-renderer/ui/files/source-folder.ts';

const languages = [
  { id: 'python', aliases: ['python3'], fileExtension: '.py' },
  { id: 'typescript', aliases: ['ts'], fileExtension: '.ts' },
  { id: 'java', aliases: [], fileExtension: '.java' },
];

const textFile = (path: string, content = path): DraftFile => ({
  ...{ path, content, encoding: 'utf8' as const },
  size: content.length,
});

function chosen(path: string, content: string | Uint8Array<ArrayBuffer> = 'x'): File {
  const file = new File([content], path.split('/').at(-1) ?? '');
  return Object.defineProperty(file, 'webkitRelativePath', { value: `work/${path}` });
}

async function listed(files: readonly File[]) {
  const folder = folderOfFiles(files);
  if (folder === undefined) throw new Error('there is no folder');
  return listFolder(folder, { signal: new AbortController().signal, onProgress: () => {} });
}

describe('a folder for a run', () => {
  it('has what its ignore files leave, at its paths, also what is no text', async () => {
    const found = await listed([
      chosen('.gitignore', 'out/\n'),
      ...['app.py', 'lib/deep/a.py', 'out/made.py', '.git/config', '.env'].map((path) => chosen(path)),
      chosen('data/picture.png', new Uint8Array([0, 255])),
      chosen(`${'deep/'.repeat(20)}x.py`),
    ]);
    expect(found.name).toBe('work');
    expect(found.files.map(({ path }) => path)).toEqual(['.gitignore', 'app.py', 'data/picture.png', 'lib/deep/a.py']);
    expect(found.leftOut.map(({ path, reason }) => `${path.slice(-12)} ${reason}`)).toEqual([
      ...['.env secret', '.git/ history', 'ep/deep/x.py path', 'out/ rule'],
    ]);
    expect(partsOf(found.files).map(({ name, files, bytes }) => [name, files.length, bytes])).toEqual([
      ['', 2, 6],
      ['data/', 1, 2],
      ['lib/', 1, 1],
    ]);
  });

  it('is read as text or base64', async () => {
    const read = (content: string | Uint8Array<ArrayBuffer>) => readInputFile(chosen('a', content), 'in/a');
    expect(await read('é')).toEqual({ path: 'in/a', size: 2, content: 'é', encoding: 'utf8' });
    expect(await read(new Uint8Array([0xe9]))).toEqual({ path: 'in/a', size: 1, content: '6Q==', encoding: 'base64' });
  });

  it('is shown as a tree', () => {
    const root = folderOf([textFile('b.py'), textFile('src/z.py'), textFile('src/lib/y.py'), textFile('a.py')]);
    expect([root.count, root.files.map(({ path }) => path)]).toEqual([4, ['a.py', 'b.py']]);
    const [src] = root.folders;
    expect([src?.name, src?.path, src?.count, src?.bytes]).toEqual(['src', 'src/', 2, 20]);
    expect(src?.folders.map(({ name, path }) => [name, path])).toEqual([['lib', 'src/lib/']]);
  });

  it('is refused over the limits of a run', () => {
    const many = Array.from({ length: 257 }, (_, number) => textFile(`${number}`));
    expect(problemOfFiles(many.slice(1))).toBe('');
    expect(problemOfFiles(many)).toMatch(/at most 256 files with 15 MiB together\. Remove some/);
    expect(problemOfFiles([textFile('a', 'x'.repeat(15 * 1024 * 1024 + 1))])).toMatch(/Remove some/);
  });
});

describe('the program among the files', () => {
  it('is the first of the usual ones', () => {
    expect(defaultProgram(['lib.py', 'src/index.ts', 'main.py'], languages)).toBe('main.py');
    expect(defaultProgram(['lib.py', 'src/index.ts'], languages)).toBe('src/index.ts');
    expect(defaultProgram(['lib.py', 'README.md'], languages)).toBe('');
    expect(defaultProgram(['constructor', '__proto__'], languages)).toBe('');
  });

  it('changes places with the code of the editor, and nothing is lost', () => {
    const files = [textFile('src/app.py', 'import lib'), textFile('main.ts', 'let a;')];
    const first = { language: 'python', code: samples.python ?? '', entry: undefined, files };
    // An unchanged sample is no file.
    const second = withProgram(first, 'src/app.py', languages);
    expect(second).toEqual({ language: 'python', code: 'import lib', entry: 'src/app.py', files: [files[1]] });
    const third = withProgram({ ...first, ...second, code: 'import lib2' }, 'main.ts', languages);
    expect(third).toMatchObject({ language: 'typescript', code: 'let a;', entry: undefined });
    expect(third?.files).toEqual([textFile('src/app.py', 'import lib2')]);
  });

  it('keeps code whose path is taken under another name', () => {
    const draft = { language: 'python', code: 'mine', entry: undefined, files: [textFile('main.py', 'theirs')] };
    expect(withProgram(draft, 'main.py', languages)).toEqual({
      ...{ language: 'python', code: 'theirs', entry: undefined },
      files: [textFile('main-2.py', 'mine')],
    });
    expect(withProgram(draft, 'none.py', languages)).toBeUndefined();
    expect(programPath({ language: 'java', entry: undefined }, languages)).toBe('Main.java');
  });
});
