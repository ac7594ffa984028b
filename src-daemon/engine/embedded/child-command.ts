import { execPath, platform } from 'node:process';
import { wasmMaxPages } from '../../../resources/embedded/protocol.mjs';
import type { EmbeddedAssets } from './assets.ts';
import type { Interpreter } from './embedded-languages.ts';

export interface ChildCommand {
  command: string;
  args: string[];
}

export interface ChildKind {
  interpreter: Interpreter;
  /** True if the interpreter boots with the job's environment, because the job sets a variable that it reads then. */
  isFresh: boolean;
  /** Path of the package layer. */
  layer?: string | undefined;
}

const heapMb = 64;
/** Longer than any run (600 s). The limit ends the child of a daemon that was killed. */
const processorSeconds = 700;

/**
 * Returns the command of a confined child. Node's permission model allows it only its own files: no process, no thread,
 * no addon and no code from strings. The kernel's resource limits apply, and bubblewrap if it works here. The arguments
 * are paths of the installation and of a package layer, never data of a job.
 */
export function childCommand(assets: EmbeddedAssets, kind: ChildKind, bwrap: string | undefined): ChildCommand {
  const { layer } = kind;
  const scripts = [...Object.values(assets.quickjs), ...Object.values(assets.typescript)];
  const files = kind.interpreter === 'python' ? [assets.pythonWasm, layer ?? ''] : scripts;
  const readable = layer === undefined ? assets.readable : [...assets.readable, layer];
  const program = [
    ...nodeFlags(readable),
    `${assets.runnerDir}/child.mjs`,
    kind.interpreter,
    kind.isFresh ? 'fresh' : 'warm',
    ...files,
  ];
  return nodeCommand({ ...assets, readable }, program, bwrap);
}

/** Returns the command of Node with these arguments, in the same confinement. */
export function nodeCommand(assets: EmbeddedAssets, args: readonly string[], bwrap: string | undefined): ChildCommand {
  const whole = [...(bwrap === undefined ? [] : bubblewrap(bwrap, assets)), execPath, ...args];
  if (platform === 'win32') return { command: execPath, args: [...args] };
  return { command: '/bin/sh', args: ['-c', limits, 'strongroom-run', ...whole] };
}

// A limit that this system does not support is skipped; the other limits still apply.
const limits = [
  'ulimit -c 0',
  'ulimit -f 0',
  'ulimit -n 64',
  `ulimit -t ${processorSeconds}`,
  'echo 1000 > /proc/self/oom_score_adj',
]
  .map((limit) => `${limit} 2>/dev/null`)
  .concat('exec "$@"')
  .join('; ');

function nodeFlags(readable: readonly string[]): string[] {
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMb}`,
    `--wasm-max-mem-pages=${wasmMaxPages}`,
    // Functions are validated when they are first called.
    '--wasm-lazy-validation',
    // With a larger stack than Node's default, deep recursion ends with the interpreter's own error.
    ...(platform === 'win32' ? [] : ['--stack-size=3900']),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
  ];
}

/**
 * Returns the bubblewrap command: a root with only Node, its libraries and the readable files; no /proc, /dev, network.
 */
function bubblewrap(bwrap: string, { readable }: EmbeddedAssets): string[] {
  const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache'];
  return [
    bwrap,
    // Not --new-session: child.ts starts it in a session of its own, and kills it as one process group.
    ...['--unshare-all', '--die-with-parent', '--clearenv', '--hostname', 'sandbox'],
    ...['--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534'],
    ...libraries.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[execPath, ...readable].flatMap((path) => ['--ro-bind', path, path]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ];
}
