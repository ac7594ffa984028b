import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from './program.ts';

const appRoot = findAppRoot();
const { version, lowestNode } = JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8'));
const { stdin, stdout, stderr, env } = process;

// The reader of the output may exit at any time (`| head`). Then the command ends, after its SIGPIPE listeners cancel runs.
for (const stream of [stdout, stderr]) {
  stream.on('error', () => void (process.emit('SIGPIPE') || process.exit(process.exitCode ?? 141)));
}

process.exitCode = await runProgram({ argv: process.argv, env, stdin, stdout, stderr, version, lowestNode, appRoot });

/** Returns the folder of package.json: above src-cli in a checkout, above out/cli in a bundle. */
function findAppRoot(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'strongroom') return folder;
    } catch {
      // There is none, or it belongs to another package: try the parent folder.
    }
  }
  throw new Error('the package.json of Strongroom was not found in any parent folder of the program');
}
