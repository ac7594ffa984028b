import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from './checkout.ts';
import { pageStateRule } from './page-state-rule.ts';
import { projectRules } from './project-rules.ts';

/** One violation of each rule, in the order of the rules. */
const planted: [path: string, source: string][] = [
  ['src-daemon/accounts/camelCase.ts', ''],
  ['src-daemon/accounts/string-utils.ts', ''],
  ['src-daemon/accounts/accounts.service.ts', "db.prepare('DELETE FROM accounts')"],
  ['src-daemon/accounts/register.ts', 'const home = process.env.HOME;'],
  ['src-daemon/status/handshake.ts', "hmac.update(Buffer.from(nonce, 'base64'))"],
  ['src-cli/commands/account/keys.ts', 'surroundings.stderr.write(name);'],
  ['src-renderer/features/vault/opened.ts', "import { create } from 'zustand';"],
  ['src-daemon/accounts/register.ts', 'export default 1;'],
];

const files = listFiles();

describe('the project rules', () => {
  it.each(projectRules)('hold in the project: $name', ({ findViolations }) => {
    const found = files
      .filter((path) => !/\.(png|ico|icns)$/.test(path))
      .flatMap((path) => findViolations(path, readSource(path)).map((violation) => `${path}: ${violation}`));
    expect(found).toEqual([]);
  });

  it.each(projectRules.map((rule, index) => ({ rule, violation: planted[index] ?? ['', ''] })))(
    'report a planted violation: $rule.name',
    ({ rule, violation: [path, source] }) => {
      expect(rule.findViolations(path, source)).toHaveLength(1);
    },
  );

  it.each([
    "import { createStore } from 'zustand/vanilla';",
    'const queries = new QueryClient();',
    'let opened: string | undefined;',
    'export const texts = new Map<string, string>();',
    'const following = new AbortController();',
  ])('report state that outlives a session: %s', (source) => {
    expect(pageStateRule.findViolations('src-renderer/features/vault/opened.ts', source)).toHaveLength(1);
  });

  it('allow only the listed folders at the top level', () => {
    const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    const sources = ['src-cli', 'src-daemon', 'src-main', 'src-renderer', 'src-shared', 'src-shared-node'];
    const known = new Set(['.ci', 'bench', 'clients', 'docs', 'examples', 'resources', 'scripts', 'test', ...sources]);
    expect([...folders].filter((folder) => folder !== undefined && !known.has(folder))).toEqual([]);
  });
});
