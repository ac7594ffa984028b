// `npm test`: runs the core suites, from a bare checkout. `npm run test:full`: runs the suites that need minutes or a
// second engine. Runs on the system's Node and installs the packages; the rest is in test/run-tests.ts.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPinned } from './install/run-pinned.mjs';
import { ensureDependencies } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  await ensureDependencies(root, (message) => process.stderr.write(`${message}\n`), 'all');
  process.exitCode = await runPinned(root, [join(root, 'scripts/test/run-tests.ts'), ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`npm test: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
