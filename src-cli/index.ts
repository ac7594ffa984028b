import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from './program.ts';

const appRoot = findAppRoot();
const { version, lowestNode } = JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8'));
const { stdin, stdout, stderr, env } = process;

// The reader of our output may leave at any time (`| head`): that ends the command, by way of whoever has a run to end.
for (const stream of [stdout, stderr]) {
  stream.on('error', () => void (process.emit('SIGPIPE') || process.exit(process.exitCode ?? 141)));
}

process.exitCode = await runProgram({ argv: process.argv, env, stdin, stdout, stderr, version, lowestNode, appRoot });

/** The folder of package.json: above src-cli in a checkout, above out/cli when bundled. */
function findAppRoot(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'strongroom') return folder;
    } catch {
      // Not there, or not ours: one folder up.
    }
  }
  throw new Error('the package.json of Strongroom is not above its program');
}
