import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { hasCommand } from '../../../../scripts/engine/debian.ts';
import { temporaryFolder } from '../../command.ts';

export const hasKubectl = hasCommand('kubectl');

/** Says in the output of a run why tests are skipped. */
export function reportSkipped(isSkipped: boolean, reason: string): void {
  if (isSkipped) process.stderr.write(`SKIPPED: ${reason}\n`);
}

/** Returns a function that runs kubectl with these options, and with nothing of this machine's own. */
export function kubectlWith(...options: string[]) {
  const folder = temporaryFolder();
  const config = join(folder, 'config');
  writeFileSync(config, '{"apiVersion":"v1","kind":"Config"}');
  return async (args: readonly string[], input = '') => {
    const { exitCode, stdout, stderr } = await execa('kubectl', [...args, ...options], {
      input,
      env: { HOME: folder, KUBECONFIG: config },
      reject: false,
    });
    return { exitCode, lines: stdout.split('\n'), stdout, stderr };
  };
}
