import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plant, readSource, run, tool } from './checkout.ts';

it('npm run lint:unused reports files, exports, types and packages that nothing uses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unused-'));
  plant(folder, {
    'knip.jsonc': readSource('knip.jsonc'),
    'package.json': JSON.stringify({ name: 'planted', dependencies: { used: '1.0.0', lost: '1.0.0' } }),
    'src-daemon/process/index.ts': "import 'used';\nimport { used } from './used.ts';\nused();\n",
    'src-daemon/process/used.ts':
      'export const used = () => helper();\nexport const helper = () => 1;\nexport const lost = 1;\nexport type Lost = 1;\n',
    'src-daemon/process/lost.ts': 'export {};\n',
    'test/lost/support.ts': 'export {};\n',
  });

  const { code, output } = await run(folder, [tool('.bin/knip'), '--no-progress', '--reporter=json']);

  expect(code).toBe(1);
  const { issues }: { issues: Report[] } = JSON.parse(output);
  const found = issues.flatMap(({ file, files, exports, types, dependencies }) => [
    ...files.map(() => `file ${file}`),
    ...exports.map(({ name }) => `export ${name}`),
    ...types.map(({ name }) => `type ${name}`),
    ...dependencies.map(({ name }) => `package ${name}`),
  ]);
  expect(found.toSorted()).toEqual([
    'export lost',
    'file src-daemon/process/lost.ts',
    'file test/lost/support.ts',
    'package lost',
    'type Lost',
  ]);
});

interface Report {
  file: string;
  files: unknown[];
  exports: { name: string }[];
  types: { name: string }[];
  dependencies: { name: string }[];
}
