// `npm run engine`: finds a Docker engine or starts one. Can be run repeatedly. Runs on the system's Node and installs the
// packages if there are none; the rest is in engine/engine.ts.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPinnedNode } from './install/pinned-node.mjs';
import { runPinned } from './install/run-pinned.mjs';
import { ensureDependencies } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  if (findPinnedNode(root) === undefined)
    await ensureDependencies(root, (message) => process.stdout.write(`${message}\n`), 'start');
  process.exitCode = await runPinned(root, [join(root, 'scripts/engine/engine.ts')]);
} catch (error) {
  process.stderr.write(`npm run engine: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
