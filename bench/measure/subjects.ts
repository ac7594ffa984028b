import { execa } from 'execa';
import type { BareInterpreter, BareInterpreters } from './bare.ts';
import type { BenchDaemon } from './bench-daemon.ts';

export interface Subject {
  name: 'bare' | 'docker run' | 'idle + exec' | 'our API';
  /** Returns the output of the program. */
  run(): Promise<string>;
}

interface Program {
  code: string;
  /** Command of the image's interpreter on this machine. */
  bare: readonly [BareInterpreter, ...string[]];
  /** Command in the image. */
  inside: readonly string[];
}

const programs: Record<string, Program> = {
  python: { code: 'print(6 * 7)', bare: ['python', '-c'], inside: ['/usr/bin/python3', '-c'] },
  javascript: { code: 'console.log(6 * 7)', bare: ['node', '-e'], inside: ['/usr/local/bin/node', '-e'] },
  typescript: {
    code: 'console.log(6 * 7)',
    bare: ['node', '--input-type=module-typescript', '-e'],
    inside: ['/usr/local/bin/node', '--input-type=module-typescript', '-e'],
  },
  bash: { code: 'echo $((6 * 7))', bare: ['bash', '-c'], inside: ['/bin/bash', '-c'] },
};

interface ContainerSize {
  memoryMb: number;
  workMb: number;
}

const sizeOfRuns: ContainerSize = { memoryMb: 256, workMb: 64 };

/** Options that harden `docker run` as much as our own sandboxes (docs/engine.md). */
const hardeningOf = ({ memoryMb, workMb }: ContainerSize): string[] =>
  [
    '--network=none --read-only --cap-drop=ALL --security-opt=no-new-privileges --user=65534:65534 --ipc=private',
    `--memory=${memoryMb}m --memory-swap=${memoryMb}m --pids-limit=64 --cpus=1 --log-driver=none`,
    `--tmpfs=/work:rw,exec,nosuid,nodev,size=${workMb}m,mode=1777`,
    '--tmpfs=/tmp:rw,exec,nosuid,nodev,size=64m,mode=1777',
  ]
    .join(' ')
    .split(' ');

/** An idle container for `docker exec`. It is neither single-use nor limited in time, and serves as a comparison only. */
export interface IdleContainer {
  id: string;
  remove(): Promise<void>;
}

/** Starts an idle container from the image of the daemon's runs, by default as large as a run's. */
export async function startIdleContainer(daemon: BenchDaemon, size = sizeOfRuns): Promise<IdleContainer> {
  const env = { DOCKER_HOST: daemon.dockerHost };
  const idle = ['run', '--detach', '--rm', ...hardeningOf(size), '--entrypoint=/bin/sleep', daemon.imageId, 'infinity'];
  const { stdout: id } = await execa('docker', idle, { env });
  return { id, remove: async () => void (await execa('docker', ['rm', '--force', id], { env })) };
}

/** Targets of the measured ways to run a program. */
export interface SubjectTargets {
  daemon: BenchDaemon;
  idle: IdleContainer;
  /** Undefined if the image's interpreters cannot run on this machine. */
  bare: BareInterpreters | undefined;
}

/** Returns the measured ways to run a trivial program of a language. */
export function subjectsOf(language: string, { daemon, idle, bare }: SubjectTargets): Subject[] {
  const program = programs[language];
  if (program === undefined) throw new Error(`no program of ${language}`);
  const { code, inside } = program;
  const [interpreter, ...options] = program.bare;
  const [entry = '', ...insideOptions] = inside;
  const dockerRun = [
    'run',
    '--rm',
    ...hardeningOf(sizeOfRuns),
    `--entrypoint=${entry}`,
    daemon.imageId,
    ...insideOptions,
    code,
  ];
  const exec = ['exec', idle.id, entry, ...insideOptions, code];
  const env = { DOCKER_HOST: daemon.dockerHost };
  const direct: Subject[] = bare ? [{ name: 'bare', run: () => bare.run(interpreter, [...options, code]) }] : [];
  return [
    ...direct,
    { name: 'docker run', run: async () => (await execa('docker', dockerRun, { env })).stdout },
    { name: 'idle + exec', run: async () => (await execa('docker', exec, { env })).stdout },
    { name: 'our API', run: () => daemon.execute(language, code) },
  ];
}
