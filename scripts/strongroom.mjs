#!/usr/bin/env -S node --
// Runs the built command on the pinned Node, or says what is missing. `strongroom` and `strongroom.cmd` start the pinned Node
// directly, and this program only where they do not find one. Builds and installs nothing.
// Node itself reads a file that any argument `--env-file` names, with the options of its NODE_OPTIONS, also after the
// program. A `--` before the program prevents that.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSafeNode } from '../src-shared-node/safe-node.mjs';
import { findPinnedNode, lowestNode } from './install/pinned-node.mjs';
import { runPinned } from './install/run-pinned.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = join(root, 'out/cli/index.cjs');

if (!existsSync(bundle) || findPinnedNode(root) === undefined) {
  process.stderr.write(
    'strongroom is not built yet: run "npm start" (or "npm ci && npm run build") in its folder first\n',
  );
  process.exitCode = 1;
} else if (isSafeNode(process.versions.node, lowestNode)) {
  await import(pathToFileURL(bundle).href);
} else {
  try {
    process.exitCode = await runPinned(root, ['--', bundle, ...process.argv.slice(2)]);
  } catch (error) {
    process.stderr.write(
      `strongroom: the pinned Node does not start: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exitCode = 1;
  }
}
