import { findAppRoot } from './app-root.ts';
import { ownInput } from './input/own-input.ts';
import { runProgram } from './program.ts';

const { folder: appRoot, version, lowestNode } = findAppRoot();
const { stdout, stderr, env } = process;

// The reader of the output may exit at any time (`| head`). Then the command ends, after its SIGPIPE listeners cancel runs.
for (const stream of [stdout, stderr]) {
  stream.on('error', () => void (process.emit('SIGPIPE') || process.exit(process.exitCode ?? 141)));
}

process.exitCode = await runProgram({
  argv: process.argv,
  env,
  get stdin() {
    return ownInput();
  },
  stdout,
  stderr,
  version,
  lowestNode,
  appRoot,
});
