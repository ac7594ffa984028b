import { runProgram } from '../../../../src-cli/program.ts';
import type { Surroundings } from '../../../../src-cli/surroundings.ts';

export interface CommandOutput {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command that needs neither stdin nor a daemon, in this process. */
export async function runCommand(...args: string[]): Promise<CommandOutput> {
  const output = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof output) => ({
    isTTY: false,
    write: (text: string) => {
      output[name] += text;
      return true;
    },
  });
  const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
  const fixed = { env: {}, version: '0', lowestNode: '0', appRoot: '/nonexistent', importModule: async () => {} };
  const surroundings = { ...fixed, ...streams, argv: ['node', 'strongroom', ...args] } as unknown as Surroundings;
  const exitCode = await runProgram(surroundings);
  return { exitCode, ...output };
}

/** Runs `strongroom kube manifests`. */
export function runManifests(...args: string[]): Promise<CommandOutput> {
  return runCommand('kube', 'manifests', ...args);
}
