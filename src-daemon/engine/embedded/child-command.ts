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
  /** Boots with the job's own environment, for a job that sets what the interpreter reads while it boots. */
  isFresh: boolean;
  /** The file of the package layer that it reads. */
  layer?: string | undefined;
}

const heapMb = 64;
/** A run lasts 600 s at most; this ends the child of a daemon that was killed. */
const processorSeconds = 700;

/**
 * The command of a locked-down child: Node under its permission model, which leaves it no file but its own, no process,
 * no thread, no addon and no code from strings; limits of the kernel around it; and bubblewrap around both where that
 * works here. What is in argv are paths of the installation and of a package layer, never anything of a job.
 */
export function childCommand(assets: EmbeddedAssets, kind: ChildKind, bwrap: string | undefined): ChildCommand {
  const { core, variant, wasm } = assets.quickjs;
  const { layer } = kind;
  const files = kind.interpreter === 'python' ? [assets.pythonWasm, layer ?? ''] : [core, variant, wasm];
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

/** Whatever Node is to do, in the same confinement: a trial run takes this one. */
export function nodeCommand(assets: EmbeddedAssets, args: readonly string[], bwrap: string | undefined): ChildCommand {
  const whole = [...(bwrap === undefined ? [] : bubblewrap(bwrap, assets)), execPath, ...args];
  if (platform === 'win32') return { command: execPath, args: [...args] };
  return { command: '/bin/sh', args: ['-c', limits, 'strongroom-run', ...whole] };
}

// A limit that this system does not have is none; the other walls stand.
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
    // Functions are compiled when they are first called, and checked then.
    '--wasm-lazy-validation',
    // Deep recursion ends in the interpreter's own error: it needs more stack than Node's default to get there.
    ...(platform === 'win32' ? [] : ['--stack-size=3900']),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
  ];
}

/** An empty root with Node, its libraries and the readable files: no /proc, no /dev, no network, no other process. */
function bubblewrap(bwrap: string, { readable }: EmbeddedAssets): string[] {
  const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache'];
  return [
    bwrap,
    // No --new-session: whoever starts it gives it a session of its own, and ends what is in it as one group.
    ...['--unshare-all', '--die-with-parent', '--clearenv', '--hostname', 'sandbox'],
    ...['--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534'],
    ...libraries.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[execPath, ...readable].flatMap((path) => ['--ro-bind', path, path]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ];
}
