/**
 * `npm run test:soak -- [--runs N] [--busy N] [--full] FILE…`: runs test files repeatedly next to busy processes, as on a
 * slow or crowded machine, and names every test that failed. A test that fails only here has a race.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failedTests, hasFailed } from './test/test-report.ts';
import { runVitest } from './test/test-run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals: files } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    busy: { type: 'string', default: '4' },
    full: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const runs = Number(values.runs);

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));
const busy = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ['-e', 'for (;;);']));
try {
  process.exitCode = await soak();
} finally {
  for (const child of busy) child.kill('SIGKILL');
}

async function soak(): Promise<number> {
  /** Number of failures of each test. */
  const failures = new Map<string, number>();
  let passed = 0;
  for (let run = 1; run <= runs && !isStopped; run += 1) {
    const { code, hasLeftovers, suites } = await runVitest(root, files, values.full ? 'full' : 'core');
    if (code === 0 && !hasLeftovers) passed += 1;
    for (const test of suites.filter(hasFailed).flatMap(failedTests)) failures.set(test, (failures.get(test) ?? 0) + 1);
    process.stderr.write(`soak: ${passed} of ${run} runs passed\n`);
  }
  for (const [test, times] of failures) process.stderr.write(`soak: failed ${times} times: ${test}\n`);
  process.stdout.write(`${passed} passed, ${runs - passed} failed\n`);
  return passed === runs ? 0 : 1;
}
