import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaveOutNames, leftOutTest } from '../../../src-cli/received/leave-out.ts';
import { isRepository, isVersionControl } from '../../../src-cli/received/version-control.ts';

describe('a name of version control', () => {
  it.each([
    ...['.git', '.GIT', '.gIt', '.git.', '.git ', '.git. .', '.git::$INDEX_ALLOCATION', '.git:x', '.git ::$DATA'],
    ...['git~1', 'GIT~1', 'git~1.', 'git~2', 'git~1:x', '.g\u200cit', '\ufeff.git', '.gi\u206at', '.\u202egit'],
    ...['.hg', '.HG ', '.svn', '.jj', '.bzr', '_darcs'],
  ])('can be %j', (name) => {
    expect(isVersionControl(name)).toBe(true);
  });

  it.each([
    'git',
    '.gitignore',
    '.gitmodules',
    '.github',
    'x.git',
    '.git2',
    'git~',
    'git-1',
    '.gi.t',
    '. git',
    '..git',
  ])('is not %j', (name) => {
    expect(isVersionControl(name)).toBe(false);
  });
});

describe('a repository', () => {
  it.each([
    [['HEAD', 'objects', 'refs']],
    [['head', 'OBJECTS', 'Refs', 'x']],
    [['HEAD', 'commondir']],
    [['HEAD.', 'object\u017f', 'refs ']],
    [['HEAD::$DATA', 'objects', 'ref\u200cs']],
  ])('has %j', (names) => {
    expect(isRepository(names)).toBe(true);
  });

  it.each([[['HEAD', 'objects']], [['objects', 'refs']], [['commondir', 'config']], [[]]])('has not %j', (names) => {
    expect(isRepository(names)).toBe(false);
  });

  it('is what Git takes for one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'git-'));
    const has = (names: Record<string, string>) => {
      const at = mkdtempSync(join(folder, 'r-'));
      for (const [path, text] of Object.entries(names)) {
        mkdirSync(dirname(join(at, path)), { recursive: true });
        writeFileSync(join(at, path), text);
      }
      try {
        const env = { ...process.env, GIT_CEILING_DIRECTORIES: folder };
        return execFileSync('git', ['-C', at, 'rev-parse', '--git-dir'], { env, stdio: 'pipe' }).length > 0;
      } catch {
        return false;
      }
    };
    const head = { HEAD: 'ref: refs/heads/main\n' };
    const whole = { ...head, 'objects/x': '', 'refs/x': '' };
    expect(has(whole)).toBe(true);
    expect(has({ ...head, 'objects/x': '' })).toBe(false);
    expect(has({ 'objects/x': '', 'refs/x': '' })).toBe(false);
    const other = mkdtempSync(join(folder, 'common-'));
    for (const name of ['objects', 'refs']) mkdirSync(join(other, name));
    expect(has({ ...head, commondir: other })).toBe(true);
  });
});

describe('what is left out of a copy', () => {
  const choose = async (paths: string[], existing: Record<string, string[]> = {}) => {
    const names = paths.map((path) => path.split('/'));
    const leftOut = await leaveOutNames(names, async (folder) => existing[folder.join('/')] ?? []);
    const isLeftOut = leftOutTest(leftOut);
    return {
      leftOut: leftOut.map(({ names, count }) => `${names.join('/')} ${count}`),
      kept: names.filter((path) => !isLeftOut(path)).map((path) => path.join('/')),
    };
  };

  it('is a folder of version control at any depth, named once', async () => {
    expect(await choose(['a', '.git/config', '.git/HEAD', 'b/.GIT ', 'b/c'])).toEqual({
      leftOut: ['.git 2', 'b/.GIT  1'],
      kept: ['a', 'b/c'],
    });
  });

  it('is each part of a folder that would become a repository, and nothing else in it', async () => {
    expect(
      await choose(['d/a', 'd/config', 'd/HEAD', 'd/objects/x', 'd/refs/y', 'd/hooks/z', 'config', 'HEAD']),
    ).toEqual({
      leftOut: ['d/config 1', 'd/HEAD 1', 'd/objects 1', 'd/refs 1', 'd/hooks 1'],
      kept: ['d/a', 'config', 'HEAD'],
    });
    expect((await choose(['HEAD', 'commondir', 'a'])).kept).toEqual(['a']);
  });

  it('counts what the target has already, and folders that differ in case', async () => {
    expect((await choose(['config', 'a'], { '': ['HEAD', 'objects', 'refs'] })).kept).toEqual(['a']);
    expect((await choose(['HEAD', 'a'], { '': ['objects', 'refs'] })).kept).toEqual(['a']);
    expect((await choose(['d/HEAD', 'D/objects/x', 'd./refs/y', 'd/a'])).kept).toEqual(['d/a']);
  });
});
