import type { SlicedWork } from '../../core/sliced-work.ts';
import type { SandboxFile } from '../engine.ts';

/** The images that languages live in. Everybody has `base`; the others are made when they are first wanted. */
export type LanguageFamily = 'base' | 'scripting' | 'native' | 'jvm';

/** One language of the table: all that the engine knows of it. */
export interface Language {
  id: string;
  /** As people write it. */
  name: string;
  family: LanguageFamily;
  aliases: readonly string[];
  /** With the dot. */
  fileExtension: string;
  /** The program's name in the working directory. */
  fileName: string;
  /** Present where the compiler requires a name that depends on the source. */
  fileNameOf?(code: string): string;
  /** Absent where the interpreter takes the program as it is. */
  compile?: CompileStep;
  /**
   * The command that runs it; the first is an absolute path. The program's path follows, or after a compile step what
   * `findProgram` returned; then the job's arguments.
   */
  run: readonly string[];
  /** Prints the version as the first thing that looks like one. */
  versionCommand: string;
  packageManager: 'pip' | 'npm' | null;
  /** What it needs set besides the environment of every run. */
  environment: Readonly<Record<string, string>>;
  /** Variables that its interpreter reads while it boots: a job that names one cannot use a booted one. */
  startupVariables: readonly RegExp[];
  /** Absent where the interpreter starts with the job. */
  preload?: Preload;
}

/** An interpreter that boots ahead of its job and waits, by a hook in resources/sandbox/warm, to run it. */
export interface Preload {
  /** What puts the hook into the interpreter; the job's environment replaces all of it. */
  environment: Readonly<Record<string, string>>;
  /** What a waiting one takes beyond an empty container, measured. */
  memoryMb: number;
}

/**
 * Compiles the program in a sandbox of its own, with limits of its own and without what the run was given: no secret,
 * no variable, no input but the job's files. What it leaves in the working directory goes to the run.
 */
export interface CompileStep {
  /** The whole command for a program of this file name; the first is an absolute path. */
  command(fileName: string): readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Paths that the compiler makes for a program of this file name: no file of a job may be there. */
  makes(fileName: string): readonly string[];
  /** Looks for the program in what a compiler left that reports success: a library is no program. */
  findProgram(source: CompiledSource): SlicedWork<FoundProgram>;
}

/** A source and what its compiler made of it. */
export interface CompiledSource {
  code: string;
  fileName: string;
  made: readonly SandboxFile[];
  /** The job's own files. */
  given: readonly SandboxFile[];
}

export type FoundProgram =
  /** What follows `Language.run`, before the job's own arguments. */
  | { args: readonly string[] }
  /** Why there is none, and what to do: a sentence for people. */
  | { reason: string };

/** What every dynamically linked program reads before its first line. */
export const everyProgram: readonly RegExp[] = [/^LD_/, /^TZ$/, /^LANG$/, /^LC_/, /^MALLOC_/, /^GLIBC_/];
