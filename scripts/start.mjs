// `npm start`: takes a bare checkout to a running daemon, with progress and without a question. Runs on the system's Node
// and installs the packages; everything after that runs on the pinned Node (start/start.ts).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPinned } from './install/run-pinned.mjs';
import { ensureDependencies } from './install.mjs';
import { printStep } from './start/step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const installed = await ensureDependencies(root, (message) => printStep('Packages', message), 'start');
  printStep('Packages', installed ? 'installed' : 'up to date');
  process.exitCode = await runPinned(root, [join(root, 'scripts/start/start.ts'), ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`npm start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
