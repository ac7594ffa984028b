import type { Egress } from '../egress/open-egress.ts';
import type { StatusFrame } from '../wire/frames.ts';
import type { RunHooks, SandboxFile, SandboxJob } from './engine.ts';
import type { Language } from './languages/languages.ts';
import type { StartWait } from './queue/start-wait.ts';

/** One program that runs in one sandbox of Docker: the program of a job, or the compiler of it. */
export interface Run {
  job: SandboxJob;
  language: Language;
  hooks: RunHooks;
  /** Its wait for a sandbox, which its request may limit. */
  wait: StartWait;
  /** Its network, if the job has one by rule. */
  egress?: Egress;
  /** The output of the compile step; `args` come before the job's own arguments. */
  compiled?: { args: readonly string[]; files: readonly (SandboxFile & { isExecutable: boolean })[] };
  /** The command; by default the one that runs a program of the language. */
  argv?: readonly string[];
  /** Limits that differ from those of every run. */
  limits?: RunLimits;
}

export interface RunLimits {
  pids: number;
  files: { count: number; totalBytes: number };
  /** Size limit of /work, of /tmp and of one file. */
  scratchMb: number;
  outputCapBytes: number;
}

/** The way in which a run ended. */
export type Ending =
  | { kind: 'status'; status: StatusFrame }
  | { kind: 'failed'; stage: string; error: string }
  | { kind: 'cancelled' }
  /** Init did not enforce the time limit, so the daemon ended the sandbox. */
  | { kind: 'overdue' }
  /** The sandbox exited without a status. `signal` ended it, if the engine knows. */
  | { kind: 'died'; signal?: string | null }
  /** The sandbox violated the protocol: its program has escaped from the interpreter. */
  | { kind: 'hostile' };

/** All that is known about one run in one sandbox of any engine. */
export interface RunRecord {
  ending: Ending;
  /** True if the kernel killed a process of the sandbox because of the memory limit, or its interpreter had no more memory. */
  oom: boolean;
  /** True if the runtime of the program reported that its heap was full, and ended it. */
  hasFullHeap: boolean;
  files: SandboxFile[];
  /** True if the job keeps both ends of its output. A compiler keeps the beginning only. */
  keepsEnds: boolean;
  /** Bytes of each stream that the daemon has seen. */
  outputBytes: { stdout: number; stderr: number };
  /** By performance.now(); undefined if the program never started. */
  startedAt: number | undefined;
  /** By performance.now(). */
  endedAt: number;
}
