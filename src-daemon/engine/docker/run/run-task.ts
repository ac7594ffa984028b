import type { RunHooks, SandboxFile, SandboxJob } from '../../engine.ts';
import type { Language } from '../../languages/languages.ts';
import type { StartWait } from '../../queue/start-wait.ts';

/** One job with all that a container needs to be told. */
export interface RunTask {
  job: SandboxJob;
  language: Language;
  hooks: RunHooks;
  /** Its wait for a sandbox, which its request may limit. */
  wait: StartWait;
  /** What a compile step made of the program; `args` come before the job's own. */
  compiled?: { args: readonly string[]; files: readonly (SandboxFile & { isExecutable: boolean })[] };
  /** The command, where it is not the one that runs the program. */
  argv?: readonly string[];
  /** The network that its sandbox joins; none unless given. */
  networkMode?: string;
  /** Where they are not those of every run. */
  limits?: TaskLimits;
}

export interface TaskLimits {
  pids: number;
  files: { count: number; totalBytes: number };
  /** Of /work and /tmp each, and of one file. */
  scratchMb: number;
  outputCapBytes: number;
}
