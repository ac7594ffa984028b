import { findAppRoot } from './app-root.ts';
import { ownInput } from './input/own-input.ts';
import { createReporter } from './output/reporter.ts';
import { runProgram } from './program.ts';
import type { Surroundings } from './surroundings.ts';

export type Main = typeof main;

/** Runs the command line of this process, and sets its exit code. */
export async function main(hooks: Pick<Surroundings, 'importModule' | 'onCommand'>): Promise<void> {
  const { folder: appRoot, version, lowestNode } = findAppRoot();
  const { argv, stdout, stderr, env } = process;
  // The reader of the output may exit at any time (`| head`). Then the command ends, after its SIGPIPE listeners cancel runs.
  for (const stream of [stdout, stderr]) {
    stream.on('error', () => void (process.emit('SIGPIPE') || process.exit(process.exitCode ?? 141)));
  }
  /** Nothing is left that could continue the command, and it has no result. */
  const stopUnfinished = () => {
    const reporter = createReporter({ stdout, stderr, isJson: argv.includes('--json') });
    process.exitCode = reporter.failure(new Error('it stopped without a result'));
  };
  process.once('beforeExit', stopUnfinished);
  process.exitCode = await runProgram({
    ...hooks,
    argv,
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
  process.off('beforeExit', stopUnfinished);
}
