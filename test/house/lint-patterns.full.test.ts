/** `npm run lint` reports expressions that backtrack; test/daemon/untrusted-text.full.test.ts measures those that it allows. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { plant, root, run } from './checkout.ts';

const planted: Record<string, { path: string; source: string; fault: string }> = {
  'exponential, as media-type.ts once had': {
    path: 'src-daemon/executions/one.ts',
    source: 'export const one = /^(<\\?xml[^>]*>\\s*)?(<!--.*?-->\\s*)*<svg/s;\n',
    fault: 'exponential',
  },
  'polynomial, as explain-failure.ts once had': {
    path: 'src-daemon/packages/two.ts',
    source: 'export const two = /ERR_PNPM_\\w*PEER|ERESOLVE/;\n',
    fault: '2nd degree',
  },
  'in a script of the embedded interpreters': {
    path: 'resources/embedded/three.mjs',
    source: "export const three = (path) => path.replace(/\\/+$/, '');\n",
    fault: '2nd degree',
  },
  'made from constants': {
    path: 'src-renderer/four.tsx',
    source: 'const space = "\\\\s";\nconst some = "(\\\\s+)+$";\nexport const four = [space, new RegExp(some)];\n',
    fault: 'exponential',
  },
  'made from parts that are not known': {
    path: 'src-cli/five.ts',
    source: 'export const five = (name: string) => new RegExp(name);\n',
    fault: 'not known here',
  },
};

describe('the check of regular expressions', () => {
  let output: string;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
    plant(folder, Object.fromEntries(Object.values(planted).map(({ path, source }) => [path, source])));
    plant(folder, { 'src-daemon/six.ts': 'export const six = /^[a-z]+(?:-[a-z]+)*$/;\n' });
    ({ output } = await run(root, [process.execPath, 'scripts/lint-patterns.ts', folder]));
  });

  it.each(Object.entries(planted))('reports one that is %s', (_, { path, fault }) => {
    const [, report = ''] = output.split(path);
    expect(report.split('\n').slice(0, 2).join(' ')).toContain(fault);
  });

  it('allows one of linear time', () => {
    expect(output).not.toContain('six.ts');
    expect(output).toContain('5 regular expressions');
  });
});
