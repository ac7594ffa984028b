import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { plant, readSource, run, tool } from './checkout.ts';

const longFunction = `export function long(): void {\n${'  void 0;\n'.repeat(61)}}\n`;

const violations = [
  { rule: 'noDefaultExport', path: 'src-daemon/accounts/one.ts', source: 'export default 1;\n' },
  { rule: 'noEnum', path: 'src-daemon/accounts/two.ts', source: 'export enum Colour {\n  Red,\n}\n' },
  { rule: 'noExplicitAny', path: 'src-daemon/accounts/three.ts', source: 'export const three: any = 3;\n' },
  {
    rule: 'noNonNullAssertion',
    path: 'src-daemon/accounts/four.ts',
    source: 'export const four = (of: string[]) => of.at(0)!.length;\n',
  },
  { rule: 'useFilenamingConvention', path: 'src-daemon/accounts/camelCase.ts', source: 'export const five = 5;\n' },
  { rule: 'noBarrelFile', path: 'src-daemon/accounts/six.ts', source: "export * from './two.ts';\n" },
  {
    rule: 'useMaxParams',
    path: 'src-daemon/accounts/seven.ts',
    source: 'export const seven = (a: 1, b: 2, c: 3, d: 4) => [a, b, c, d];\n',
  },
  { rule: 'noExcessiveLinesPerFunction', path: 'src-daemon/accounts/eight.ts', source: longFunction },
  {
    rule: 'useImportType',
    path: 'src-daemon/accounts/nine.ts',
    source: "import { Stats } from 'node:fs';\nexport type Nine = Stats;\n",
  },
];

describe('biome', () => {
  let folder: string;
  let found: { category: string; path: string }[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lint-'));
    // The fixture is not a git repository, so there is no .gitignore to read.
    const config = { ...JSON.parse(readSource('biome.json')), vcs: { enabled: false } };
    plant(folder, { 'biome.json': JSON.stringify(config) });
    plant(folder, Object.fromEntries(violations.map(({ path, source }) => [path, source])));
    const { output } = await run(folder, [
      tool('.bin/biome'),
      'lint',
      '--reporter=json',
      '--max-diagnostics=none',
      '.',
    ]);
    found = readDiagnostics(output);
  });

  it.each(violations)('reports a violation of $rule', ({ rule, path }) => {
    const reports = found.filter((one) => one.path === path).map(({ category }) => category.split('/').at(-1));
    expect(reports).toContain(rule);
  });
});

function readDiagnostics(output: string): { category: string; path: string }[] {
  const report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] } =
    JSON.parse(output);
  return report.diagnostics.map(({ category, location: { path } }) => ({
    category,
    path: typeof path === 'string' ? path : path.file,
  }));
}
