import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { SandboxFile } from '../engine.ts';

/** The images of languages. `base` is built at the first start; the others are built when a run first requests them. */
export const languageFamilies = ['base', 'scripting', 'native', 'jvm'] as const;
export type LanguageFamily = (typeof languageFamilies)[number];

/** One language of the table. */
export interface Language {
  id: string;
  /** Display name. */
  name: string;
  family: LanguageFamily;
  aliases: readonly string[];
  /** File extension with the dot. */
  fileExtension: string;
  /** File name of the program in the working directory. */
  fileName: string;
  /** Set if the compiler requires a file name that depends on the source. */
  fileNameOf?(code: string): string;
  /** Absent if the interpreter runs the source. */
  compile?: CompileStep;
  /**
   * The command that runs the program; the first item is an absolute path. The program's path follows, or, after a
   * compile step, the result of `findProgram`; then the job's arguments.
   */
  run: readonly string[];
  /** Options for the additional certificates of a network by rule, if the interpreter reads no variable for them. */
  trustArguments?: readonly string[];
  /** Command that prints the version. The first text that looks like a version is used. */
  versionCommand: string;
  packageManager: 'pip' | 'npm' | null;
  /** Variables in addition to the environment of every run. */
  environment: Readonly<Record<string, string>>;
  /** Variables that the interpreter reads while it boots. A job that sets one cannot use a booted interpreter. */
  startupVariables: readonly RegExp[];
  /** Absent if the interpreter starts with the job. */
  preload?: Preload;
  /** Absent if a live sandbox of the language has no contexts. */
  kernel?: Kernel;
}

/** The program that runs the cells of a context (resources/sandbox/kernels/KERNELS.md). */
export interface Kernel {
  /** The first item is an absolute path. */
  argv: readonly string[];
  /** Variables of the environment of every run that the kernel does not have. */
  omits?: readonly string[];
  /** Variables of a kernel that boots ahead of its context. */
  bootEnvironment?: Readonly<Record<string, string>>;
  /** True if the kernel is interrupted by a message, and not by SIGINT. */
  hasInterruptMessage?: boolean;
  /** True if only the kernel receives SIGINT, and not its process group: it passes it on to programs of the cell. */
  isSignalledAlone?: boolean;
  /** Memory of a waiting kernel in addition to an empty container, measured. */
  memoryMb: number;
  /** Memory that small cells add before it is collected, measured; 0 if absent. */
  growthMb?: number;
  /** Most threads of a kernel whose cells start none, measured; 1 if absent. */
  threads?: number;
}

/** An interpreter that boots before its job arrives. A hook in resources/sandbox/warm makes it wait. */
export interface Preload {
  /** Variables that load the hook. The job's environment replaces them. */
  environment: Readonly<Record<string, string>>;
  /** Memory of a waiting interpreter in addition to an empty container, measured. */
  memoryMb: number;
}

/**
 * Compiles the program in a separate sandbox, with separate limits and without the run's data: no secret, no variable,
 * no input except the job's files. The files that it leaves in the working directory are given to the run.
 */
export interface CompileStep {
  /** Returns the command for a program at this path of the working directory; the first item is an absolute path. */
  command(path: string, code: string): readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Returns the paths that the compiler writes. No file of the job may have one of them. */
  makes(path: string): readonly string[];
  /** Finds the program in the compiler's output. A successful compilation may have produced only a library. */
  findProgram(source: CompiledSource): SlicedWork<FoundProgram>;
}

/** A source and the files that its compiler wrote. */
export interface CompiledSource {
  code: string;
  /** Path of the source in the working directory. */
  fileName: string;
  made: readonly SandboxFile[];
  /** The files of the job. */
  given: readonly SandboxFile[];
}

export type FoundProgram =
  /** Arguments after `Language.run`, before the job's arguments. */
  | { args: readonly string[] }
  /** Message for users: why there is no program, and what to do. */
  | { reason: string };

/** PATH of every run. */
export const searchPath = '/usr/local/bin:/usr/bin:/bin';

/** Variables that the dynamic linker reads before a program starts. */
export const everyProgram: readonly RegExp[] = [/^LD_/, /^TZ$/, /^LANG$/, /^LC_/, /^MALLOC_/, /^GLIBC_/];
