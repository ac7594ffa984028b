/** The files of a folder that a run gets. The folders are hostile: links, loops, special files, names, sizes. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectFolder } from '../../../src-cli/project/collect-folder.ts';
import { runUse } from '../../../src-cli/project/collected.ts';
import { readCollected } from '../../../src-cli/project/input-file.ts';
import { explainRead } from '../../../src-cli/project/read-entries.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'project-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const pathsOf = (path = folder, options = {}) => collectFolder(path, options).files.map((file) => file.path);

describe('ignored files', () => {
  /** Each line is a file; the ignore files have patterns of every form. */
  const tree = {
    '.gitignore': '# comment\n*.log\n/build\nlogs/\ndocs/*.txt\n!keep.log\n\\#odd\n**/deep/**/x\ntrailing/ \n/\n',
    'sub/.gitignore': '!logs/\n/only-here\nnested\n!*.log\na/b.c\n',
    'sub[1] *!#/.gitignore': 'own\n!sub.log\n',
    ...Object.fromEntries(
      [
        'a.log keep.log build/x sub/build/y logs/z sub/logs/z sub/x.log docs/a.txt docs/sub/a.txt #odd deep/1/2/x',
        'sub/only-here sub/other/only-here sub/nested sub/other/nested/f sub/a/b.c sub/other/a/b.c trailing/f main.py',
        'other/keep.log build.txt sub/keep.log',
      ]
        .flatMap((line) => line.split(' '))
        .map((path) => [path, '']),
    ),
    'sub[1] *!#/own': '',
    'sub[1] *!#/sub.log': '',
    'sub[1] *!#/x.log': '',
  };

  it('are those of Git, with nested files and negation', () => {
    write(tree);
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '-q');
    const options = ['-c', 'core.quotePath=false', '-c', 'core.excludesFile=/dev/null'];
    const expected = git(...options, 'ls-files', '-z', '--others', '--exclude-standard')
      .split('\0')
      .filter(Boolean);
    expect(expected.length).toBeGreaterThan(10);
    expect(pathsOf().toSorted()).toEqual(expected.toSorted());
  });

  it('are those of the repository above as well, unless they name the folder itself', () => {
    write({ '.git/HEAD': '', '.gitignore': '*.log\n/out/\n', 'app/main.py': '', 'app/a.log': '', 'out/main.py': '' });
    expect(pathsOf(join(folder, 'app'))).toEqual(['main.py']);
    expect(pathsOf(join(folder, 'out'))).toEqual(['main.py']);
  });

  it('of a .strongroomignore have precedence over every .gitignore', () => {
    write({
      '.strongroomignore': '!data/a.csv\nbig\n',
      'data/.gitignore': '*.csv\n',
      'data/a.csv': '',
      'data/b.csv': '',
      big: '',
      'main.py': '',
    });
    expect(pathsOf()).toEqual(['.strongroomignore', 'data/.gitignore', 'data/a.csv', 'main.py']);
  });

  it('include version control always, and files with secrets unless a .strongroomignore includes them', () => {
    const secrets = { '.env': 'A=1', 'sub/.env.local': 'A=1', '.env.example': 'A=' };
    write({
      ...secrets,
      '.git/config': '',
      '.HG/x': '',
      'sub/.git': 'gitdir: x',
      'main.py': '',
      '.gitignore': '!.env',
    });
    const { files, notes } = collectFolder(folder);
    expect(files.map(({ path }) => path)).toEqual(['.env.example', '.gitignore', 'main.py']);
    expect(notes).toEqual([
      `${folder}/.env was left out: it usually holds secrets. Use --env-file ${folder}/.env, or copy it with --file ${folder}/.env`,
      expect.stringContaining('sub/.env.local was left out'),
    ]);
    write({ '.strongroomignore': '!.env\n!.git\n!.git/**\n.env.*\n' });
    const included = collectFolder(folder);
    expect(included.files.map(({ path }) => path)).toEqual(['.env', '.gitignore', '.strongroomignore', 'main.py']);
    expect(included.notes).toEqual([]);
  });

  it('include the folder of the results', () => {
    write({ 'out/old.txt': '', 'main.py': '' });
    expect(pathsOf(folder, { except: join(folder, 'out') })).toEqual(['main.py']);
    expect(pathsOf(folder, { except: folder })).toEqual(['main.py', 'out/old.txt']);
  });

  it.each([
    ['that is not UTF-8', Buffer.from([0xff, 0x0a]), 'is not UTF-8 text'],
    ['of more than 1 MiB', Buffer.alloc(1024 * 1024 + 1, 'x\n'), 'is larger than 1 MiB'],
  ])('cannot be named by a file %s', (_, bytes, message) => {
    writeFileSync(join(folder, '.gitignore'), bytes);
    expect(() => collectFolder(folder)).toThrow(message);
  });

  it('are not named by an ignore file that is a link', () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'patterns'), '*');
    symlinkSync(join(outside, 'patterns'), join(folder, '.gitignore'));
    write({ 'main.py': '' });
    expect(pathsOf()).toEqual(['main.py']);
    rmSync(outside, { recursive: true });
  });
});

describe('links', () => {
  it('are followed to files that are copied, and never out of the folder or to what is left out', () => {
    write({ 'lib/a.py': 'a', 'lib/b/c.py': 'c', '.env': 'secret', '.git/config': '', '.gitignore': 'no', no: '' });
    const links = {
      file: 'lib/a.py',
      folder: 'lib',
      etc: '/etc/passwd',
      root: '/',
      up: '..',
      self: '.',
      loop: 'loop',
      broken: 'none',
      hidden: '.env',
      history: '.git',
      ignored: 'no',
      'lib/parent': '..',
      'lib/again': '../lib',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
    const { files, notes } = collectFolder(folder);
    const own = ['.gitignore', 'lib/a.py', 'lib/b/c.py'];
    expect(files.map(({ path }) => path)).toEqual([...own, 'file', 'folder/a.py', 'folder/b/c.py']);
    expect(files.at(-1)?.source).toBe(join(folder, 'lib/b/c.py'));
    expect(notes.filter((note) => note.includes('is a link'))).toHaveLength(11);
  });

  it('that take the position of a listed file are not followed', () => {
    write({ 'main.py': 'x' });
    const [file] = collectFolder(folder).files;
    rmSync(join(folder, 'main.py'));
    symlinkSync('/etc/passwd', join(folder, 'main.py'));
    expect(() => file && readCollected(file)).toThrow('cannot be read: ELOOP');
  });
});

describe('a folder', () => {
  it('is copied without special files, which are named', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    write({ 'main.py': '' });
    const { files, notes } = collectFolder(folder);
    expect(files.map(({ path }) => path)).toEqual(['main.py']);
    expect(notes).toEqual([`${folder}/pipe was left out: it is no regular file`]);
  });

  it('keeps bytes and executable files', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    writeFileSync(join(folder, 'a.bin'), bytes);
    chmodSync(join(folder, 'a.bin'), 0o755);
    const [file] = collectFolder(folder).files;
    expect(file?.isExecutable).toBe(true);
    expect(file && readCollected(file).equals(bytes)).toBe(true);
  });

  it.each([
    ['is not UTF-8', Buffer.from([0x61, 0xff])],
    ['has control characters or hidden characters', Buffer.from('a\nb')],
    ['has control characters or hidden characters', Buffer.from('a\u202eb')],
    ['contains a backslash', Buffer.from('..\\a')],
  ])('is refused with a name that %s, unless that is ignored', (problem, name) => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), '');
    expect(() => collectFolder(folder)).toThrow(problem);
    write({ '.strongroomignore': '*a*\n' });
    expect(pathsOf()).toEqual(['.strongroomignore']);
  });

  it('is refused with more levels than a run can have, unless they are ignored', () => {
    write({ [`${'d/'.repeat(16)}f`]: '' });
    expect(() => collectFolder(folder)).toThrow('is more than 16 levels deep');
    write({ '.strongroomignore': 'd/d/d\n' });
    expect(pathsOf()).toEqual(['.strongroomignore']);
  });

  it('is refused with an entry that cannot be read', () => {
    const denied = () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    };
    expect(() => explainRead('shut', denied)).toThrow('shut cannot be read: permission denied');
  });

  it('that is too large is refused with its largest entries', () => {
    write({ 'main.py': 'x', 'big.bin': 'x'.repeat(3000), 'lib/tiny': '' });
    for (let index = 0; index < 300; index++) write({ [`node_modules/p${index}/index.js`]: '' });
    expect(() => collectFolder(folder)).toThrow(
      /too large for a run: 303 files, 3,001 bytes\. The limit is 256 files, 10\.0 MiB\. Largest entries: node_modules\/ \(300 files, 0 bytes\), .*big\.bin \(1 file, 3,000 bytes\).*\.strongroomignore/,
    );
    const use = { ...runUse, limits: { files: 1000, totalBytes: 2000 } };
    expect(() => collectFolder(folder, { use })).toThrow(/Largest entries: big\.bin/);
    write({ '.strongroomignore': 'node_modules\nbig.bin' });
    expect(pathsOf()).toEqual(['.strongroomignore', 'lib/tiny', 'main.py']);
  });
});
