import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkMessage } from '../../scripts/lint-commits/check-message.ts';
import { root, run } from '../house/checkout.ts';

describe('a commit message', () => {
  it.each([
    'Fix the lock of two starts',
    'Address the review of the queue',
    'Embed the font',
    'Process frames in order',
    'Bring the daemon to the front',
    'Need less memory at the start',
    'Use Node 24\n\nNode 20 reached its end of life.',
    `Name the source\n\nhttps://example.com/${'long/'.repeat(30)}`,
    `Wrap at the limit\n\n${'x'.repeat(100)}`,
    'x'.repeat(72).replace('x', 'X'),
  ])('is accepted: %s', (message) => {
    expect(checkMessage(message)).toEqual([]);
  });

  it.each([
    ['Added a lock', 'begins with "Added"'],
    ['Fixes the lock', 'begins with "Fixes"'],
    ['Using Node 24', 'begins with "Using"'],
    ['Running tests twice', 'begins with "Running"'],
    ['Tries again', 'begins with "Tries"'],
    ['The lock of two starts', 'begins with "The"'],
    ['fix the lock', 'capital letter'],
    ['fix: the lock', 'capital letter'],
    ['Fix the lock.', 'period'],
    ['X'.repeat(73), '73 characters, the limit is 72'],
    ['Fix the lock\nbecause two starts collide', 'second line is not blank'],
    [`Fix the lock\n\n${'word '.repeat(21)}`, 'Line 3 has 104 characters, the limit is 100'],
  ])('is refused: %s', (message, violation) => {
    expect(checkMessage(message)).toEqual([expect.stringContaining(violation)]);
  });
});

describe('lint:commits', () => {
  let folder: string;
  let start: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commits-'));
    git('init', '-q', '-b', 'main');
    start = commit('this old message is not checked.');
  });

  function git(...args: string[]): string {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  function commit(message: string): string {
    git('commit', '-q', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  }

  function lint(repository = folder) {
    const startFile = join(folder, 'start.json');
    writeFileSync(startFile, JSON.stringify({ start }));
    return run(root, [process.execPath, 'scripts/lint-commits.ts', repository, startFile]);
  }

  it('accepts a history without a commit since the start', async () => {
    expect(await lint()).toMatchObject({ code: 0, output: 'commits: 0 messages checked\n' });
  });

  it('names each commit, what is wrong and what to do', async () => {
    commit('Fix the lock\n\nTwo starts collided.');
    const hash = commit('Fixed the queue.');
    const { code, output } = await lint();
    expect(code).toBe(1);
    expect(output).toContain(`${hash.slice(0, 10)} "Fixed the queue."\n    The subject ends with a period. Remove it.`);
    expect(output).toContain('The subject begins with "Fixed". Begin with an imperative');
    expect(output).toContain('git commit --amend');
    expect(output).not.toContain('Fix the lock');
    expect(output).not.toContain('this old message');
  });

  it('skips merges', async () => {
    git('checkout', '-q', '-b', 'side');
    commit('Add a side');
    git('checkout', '-q', 'main');
    commit('Add the main part');
    git('merge', '-q', '--no-ff', '-m', 'merged branch side.', 'side');
    expect(await lint()).toMatchObject({ code: 0, output: 'commits: 2 messages checked\n' });
  });

  it('says that the start is missing in a shallow clone, and checks the commits that are there', async () => {
    commit('Add a part');
    commit('added another part');
    const clone = join(folder, 'clone');
    git('clone', '-q', '--depth', '1', `file://${folder}`, clone);
    const { code, output } = await lint(clone);
    expect(code).toBe(1);
    expect(output).toContain(`The start commit ${start} is not in this clone: all of its 1 commits are checked.`);
    expect(output).toContain('"added another part"');
    expect(output).not.toContain('Add a part');
  });
});
