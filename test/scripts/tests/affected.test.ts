import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedFiles, foldersOf, fullFilesIn, isBelow } from '../../../scripts/test/affected.ts';
import { runAffected } from '../../../scripts/test/affected-run.ts';
import { plant, root } from '../../house/checkout.ts';

describe('the suites of a change', () => {
  it.each([
    ['src-daemon/accounts/register.ts', ['test/daemon/accounts']],
    ['src-daemon/engine/docker/run/run.ts', ['test/engine/docker/run']],
    ['src-daemon/egress/http/a.ts', ['test/daemon/egress', 'test/engine/docker/egress']],
    ['src-cli/commands/sandbox/list.ts', ['test/cli/commands/sandbox', 'test/cli/sandbox']],
    ['src-cli/commands/network.ts', ['test/cli/commands/network', 'test/cli/network']],
    ['src-renderer/features/vault/vault.tsx', ['test/e2e/layout', 'test/e2e/vault', 'test/renderer/vault']],
    ['src-renderer/ui/button.tsx', ['test/e2e']],
    ['test/engine/docker/run/limits.full.test.ts', ['test/engine/docker/run']],
    ['test/daemon/vault/vault.test.ts', ['test/daemon/vault']],
    ['resources/sandbox/init/main.c', ['test/engine/init']],
    ['docs/cli.md', ['test/docs']],
    ['LICENSE', []],
    ['test/support/until.ts', []],
  ])('for %s', (path, folders) => {
    expect(foldersOf([path])).toEqual(folders);
  });

  it('are in folders that have some', () => {
    const files = fullFilesIn(root, foldersOf(['src-daemon/vault/a.ts']));
    expect(files).toContain('test/daemon/vault/execute-stored.full.test.ts');
    expect(files.every((file) => isBelow(file, ['test/daemon/vault']))).toBe(true);
    expect(isBelow('test/daemon/vaults/a.test.ts', ['test/daemon/vault'])).toBe(false);
  });
});

describe('the files of a change', () => {
  it('are those that differ from the base, without those that only moved', () => {
    const folder = mkdtempSync(join(tmpdir(), 'change-'));
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    const git = (...args: string[]) =>
      execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
    git('init', '-q', '-b', 'main');
    plant(folder, { 'same.ts': '1;\n', 'changed.ts': '2;\n', 'moved.ts': 'a file that moves;\n'.repeat(9) });
    git('add', '-A');
    git('commit', '-q', '-m', 'Add files');
    const base = git('rev-parse', 'HEAD');
    git('mv', 'moved.ts', 'other-name.ts');
    plant(folder, { 'changed.ts': '3;\n', 'new.ts': '4;\n' });
    expect(changedFiles(folder, base)).toEqual(['changed.ts', 'new.ts']);
    expect(changedFiles(folder)).toEqual([]);
    expect(() => changedFiles(folder, 'nonsense')).toThrow('--since nonsense is not a commit');
  });
});

describe('the affected suites', () => {
  const files = ['test/a.full.test.ts', 'test/b.full.test.ts', 'test/c.full.test.ts', 'test/d.full.test.ts'];

  async function runIn(msOfBatch: number) {
    let time = 0;
    const lines: string[] = [];
    const batches: (readonly string[])[] = [];
    const run = async (batch: readonly string[]) => {
      batches.push(batch);
      time += msOfBatch;
      return { suites: [], failures: [] };
    };
    await runAffected(root, files, { run, report: (line) => lines.push(line), now: () => time });
    return { batches, lines };
  }

  it('run in batches of a minute', async () => {
    expect(await runIn(30_000)).toEqual({ batches: [files.slice(0, 2), files.slice(2)], lines: [] });
  });

  it('are listed if they do not end in time', async () => {
    expect(await runIn(5 * 60_000)).toEqual({
      batches: [files.slice(0, 2)],
      lines: files.slice(2).map((file) => `NOT RUN ${file} (npm run test:full -- ${file})`),
    });
  });
});
