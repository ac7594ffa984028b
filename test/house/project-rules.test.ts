import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from './checkout.ts';
import { houseRules } from './house-rules.ts';
import { pageStateRule } from './page-state-rule.ts';

/** One breach for each rule, in the rules' order. */
const planted: [path: string, source: string][] = [
  ['src-daemon/accounts/long.ts', 'void 0;\n'.repeat(251)],
  ['src-daemon/accounts/camelCase.ts', ''],
  ['src-daemon/accounts/string-utils.ts', ''],
  ['src-daemon/accounts/accounts.service.ts', "db.prepare('DELETE FROM accounts')"],
  ['src-daemon/accounts/register.ts', 'const home = process.env.HOME;'],
  ['src-daemon/status/handshake.ts', "hmac.update(Buffer.from(nonce, 'base64'))"],
  ['src-cli/commands/account/keys.ts', 'surroundings.stderr.write(name);'],
  ['src-renderer/features/vault/opened.ts', "import { create } from 'zustand';"],
  ['src-daemon/accounts/register.ts', 'export default 1;'],
];

const files = await listFiles();

describe('the house', () => {
  it.each(houseRules)('$name', ({ breaches }) => {
    const found = files
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .flatMap((path) => breaches(path, readSource(path)).map((breach) => `${path}: ${breach}`));
    expect(found).toEqual([]);
  });

  it.each(houseRules.map((rule, index) => ({ rule, breach: planted[index] ?? ['', ''] })))(
    'refuses a planted breach: $rule.name',
    ({ rule, breach: [path, source] }) => {
      expect(rule.breaches(path, source)).toHaveLength(1);
    },
  );

  it.each([
    "import { createStore } from 'zustand/vanilla';",
    'const queries = new QueryClient();',
    'let opened: string | undefined;',
    'export const texts = new Map<string, string>();',
    'const following = new AbortController();',
  ])('refuses state that outlives a session: %s', (source) => {
    expect(pageStateRule.breaches('src-renderer/features/vault/opened.ts', source)).toHaveLength(1);
  });

  it('pins every package exactly, in package.json and in the lock', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readSource('package.json'));
    const lock = JSON.parse(readSource('package-lock.json'));
    const wanted: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries(wanted).filter(([, range]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range));
    expect(loose).toEqual([]);
    const { dependencies: a, devDependencies: b, optionalDependencies: c } = lock.packages[''];
    expect({ ...a, ...b, ...c }).toEqual(wanted);
  });

  it('names no registry and no tarball in the lock, but every integrity', () => {
    const lock: { packages: Record<string, { resolved?: string; integrity?: string; inBundle?: boolean }> } =
      JSON.parse(readSource('package-lock.json'));
    const installed = Object.entries(lock.packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
    const foreign = installed.filter(([, { resolved }]) => resolved !== undefined);
    const unproven = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(foreign.map(([path]) => path)).toEqual([]);
    expect(unproven.map(([path]) => path)).toEqual([]);
  });

  it('keeps to the rooms at the top', () => {
    const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    const rooms = ['.ci', 'bench', 'docs', 'resources', 'scripts', 'src-cli', 'src-daemon', 'src-main', 'src-renderer'];
    const known = new Set([...rooms, 'src-shared', 'src-shared-node', 'test']);
    expect([...folders].filter((folder) => folder !== undefined && !known.has(folder))).toEqual([]);
  });
});
