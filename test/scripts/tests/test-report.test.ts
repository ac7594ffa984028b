import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasFailed, lacksHooks, readReport, skippedLines, summaryLine } from '../../../scripts/test/test-report.ts';
import { run, tool } from '../../house/checkout.ts';

const passing = "import { expect, it } from 'vitest';\nit('holds', () => expect(1).toBe(1));\n";
const mixed =
  "import { expect, it } from 'vitest';\nit('fails', () => expect(1).toBe(2));\nit.skip('rests', () => {});\n";
const resting = "import { it } from 'vitest';\nit.skip('rests', () => {});\n";
const broken = "import './nowhere.ts';\n";

it('counts what vitest passed, failed and skipped, and a file that does not load as a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  try {
    for (const [name, source] of Object.entries({ passing, mixed, resting, broken })) {
      writeFileSync(join(folder, `${name}.test.ts`), source);
    }
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
    // Packages as a checkout has them.
    await run(folder, ['ln', '-s', tool(''), 'node_modules']);
    const args = ['--root', folder, '--reporter=json', `--outputFile=${folder}/report.json`];
    await run(folder, [process.execPath, tool('vitest/vitest.mjs'), 'run', ...args]);
    const suites = readReport(join(folder, 'report.json'), folder);
    expect(summaryLine(suites)).toBe('1 passed, 2 failed, 2 skipped');
    expect(skippedLines(suites).toSorted()).toEqual(['mixed.test.ts: 1 of 2 tests', 'resting.test.ts: 1 of 1 tests']);
    const failed = suites.filter(hasFailed).map(({ file }) => file);
    expect(failed.toSorted()).toEqual(['broken.test.ts', 'mixed.test.ts']);
    const withoutHooks = suites.filter(lacksHooks).map(({ file }) => file);
    expect(withoutHooks.toSorted()).toEqual(['broken.test.ts', 'mixed.test.ts', 'resting.test.ts']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
