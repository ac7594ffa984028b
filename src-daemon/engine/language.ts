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
  /** Absent where the interpreter takes the program as it is. */
  compile?: CompileStep;
  /**
   * The command that runs it; the program's path and its arguments follow, or after a compile step the arguments alone.
   * The first is an absolute path.
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
  /** The whole command; the first is an absolute path. */
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Paths that the compiler makes, below the working directory: no file of a job may be there. */
  makes: readonly string[];
}

/** What every dynamically linked program reads before its first line. */
export const everyProgram: readonly RegExp[] = [/^LD_/, /^TZ$/, /^LANG$/, /^LC_/, /^MALLOC_/, /^GLIBC_/];
