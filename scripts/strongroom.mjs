#!/usr/bin/env node
// The `strongroom` command: hands over to the bundle on the pinned Node. Builds and installs nothing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundlePath } from './build/build-stamp.mjs';
import { findPinnedNode } from './install/pinned-node.mjs';
import { isSafeNode } from './install/safe-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = bundlePath(root, 'cli');
const node = findPinnedNode(root);
if (!existsSync(bundle) || !node) {
  process.stderr.write(
    'strongroom is not built yet: run "npm start" (or "npm ci && npm run build") in its folder first\n',
  );
  process.exitCode = 1;
} else if (isSafeNode(process.versions.node)) {
  await import(pathToFileURL(bundle).href);
} else {
  handOver(node);
}

/** @param {string} binary */
function handOver(binary) {
  const child = spawn(binary, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl+C to both, and a second one would not wait for the run to end in the sandbox.
      if (signal === 'SIGTERM' || !hasTerminal()) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    process.stderr.write(`${binary} does not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('close', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
}

function hasTerminal() {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}
