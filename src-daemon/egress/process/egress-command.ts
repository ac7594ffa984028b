import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { threadFile } from '../../core/thread-file.ts';

const heapMb = 128;

/**
 * Returns the command of an egress child. Node's permission model allows it only its own program: no other file, no
 * process, no thread, no addon and no code from strings.
 */
export function egressCommand(): readonly string[] {
  const program = threadFile('egress', 'egress/child/egress-child.ts');
  return [
    execPath,
    '--permission',
    ...readable(program).map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    program,
  ];
}

/** The bundle has all packages in it. From the sources, the program also reads those of the project. */
function readable(program: string): string[] {
  if (!program.endsWith('.ts')) return [dirname(program)];
  const root = join(import.meta.dirname, '../../..');
  return ['src-daemon', 'src-shared', 'src-shared-node', 'node_modules', 'package.json'].map((name) =>
    join(root, name),
  );
}
