import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { plant, root, run } from './checkout.ts';
import { reportedPhrases } from './plain-english-examples.ts';

const clean = {
  'package.json': '{ "version": "1.0.0" }\n',
  'CHANGELOG.md': '# Changelog\n\n## 1.0.0 (unreleased)\n',
  'README.md': 'The daemon exits.\n',
};

describe('npm run style', () => {
  let folder: string;
  let start: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'style-'));
    git('init', '-q', '-b', 'main');
    plant(folder, clean);
    start = commit('this old message is not checked.');
    plant(folder, { 'scripts/style/first-commit.json': JSON.stringify({ start }) });
    commit('Name the first commit');
  });

  function git(...args: string[]): string {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  function commit(message: string): string {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  }

  async function style(checkout = folder) {
    const { code, output } = await run(root, [process.execPath, 'scripts/style.ts', checkout]);
    return { code, lines: output.split('\n').filter((line) => line !== '') };
  }

  it('prints nothing about texts that follow the conventions', async () => {
    expect(await style()).toEqual({ code: 0, lines: [] });
  });

  it('names a term, a long file, a long function, a full folder and a heading, and never fails', async () => {
    const longFunction = `test('is long', () => {\n${'  f();\n'.repeat(59)}});\n`;
    plant(folder, {
      'README.md': `The daemon\n${reportedPhrases.again?.[0]}.\n`,
      'src-cli/long.ts': 'f();\n'.repeat(251),
      'test/a.test.ts': longFunction,
      'CHANGELOG.md': '# Changelog\n\n## Unreleased\n',
    });
    plant(folder, Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`src-main/${at}.ts`, 'f();\n'])));
    expect(await style()).toEqual({
      code: 0,
      lines: [
        'STYLE src-cli/long.ts: 251 lines',
        'STYLE test/a.test.ts: the function at line 1 has 61 lines',
        expect.stringMatching(/^STYLE README\.md:2: "\w+": again$/),
        'STYLE src-main: 21 files',
        'STYLE CHANGELOG.md: "## Unreleased" is not a version with "(unreleased)" or a date',
      ],
    });
  });

  it('names each commit message with what is wrong, but no merge and none before the first', async () => {
    git('checkout', '-q', '-b', 'side');
    commit('Add a side\n\nTwo starts collided.');
    git('checkout', '-q', 'main');
    const hash = commit('Fixed the queue.');
    git('merge', '-q', '--no-ff', '-m', 'merged branch side.', 'side');
    const subject = `STYLE commit ${hash.slice(0, 10)} "Fixed the queue."`;
    expect(await style()).toEqual({
      code: 0,
      lines: [
        `${subject}: The subject ends with a period. Remove it.`,
        `${subject}: The subject begins with "Fixed". Begin with an imperative, such as "Add" or "Fix".`,
      ],
    });
  });

  it('checks the commits that a shallow clone has', async () => {
    commit('added another part');
    const clone = join(folder, 'clone');
    git('clone', '-q', '--depth', '1', `file://${folder}`, clone);
    const { lines } = await style(clone);
    expect(lines).toEqual([expect.stringContaining('"added another part": The subject does not begin with a capital')]);
  });
});
