import { execFileSync } from 'node:child_process';

/** Lists each file that git tracks or would add, relative to the checkout. */
export function listTrackedFiles(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\n').filter((path) => path !== '');
}
