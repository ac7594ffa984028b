import { execFileSync } from 'node:child_process';

export interface Commit {
  hash: string;
  message: string;
}

/**
 * Reads the commits after a start commit, without merges, newest first. If the start commit is absent, as in a shallow
 * clone, it reads all commits that are there.
 * @param root of the repository
 */
export function readCommits(root: string, start: string): Commit[] {
  const range = hasCommit(root, start) ? `${start}..HEAD` : 'HEAD';
  const log = git(root, ['log', '--no-merges', '--format=%H%n%B%x00', range]);
  const entries = log.split('\0').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const end = entry.indexOf('\n');
    return end === -1 ? { hash: entry, message: '' } : { hash: entry.slice(0, end), message: entry.slice(end + 1) };
  });
}

function hasCommit(root: string, hash: string): boolean {
  try {
    git(root, ['cat-file', '-e', `${hash}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

function git(root: string, args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
}
