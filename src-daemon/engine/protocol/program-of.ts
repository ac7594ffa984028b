import type { RunTask } from '../docker/run/run-task.ts';
import { outputCapOf, resultFilesCap, type SandboxJob } from '../engine.ts';
import { baseEnvironment, type Language } from '../languages/languages.ts';
import { programFile } from '../program-file.ts';
import type { SandboxProgram } from './job-frame.ts';

/** What init is to run for a task. */
export function programOf({ job, language, compiled, argv, limits }: RunTask): SandboxProgram {
  const made = new Set(compiled?.files.map(({ path }) => path));
  return {
    needsFreshInterpreter: setsStartupVariable(job, language),
    limitMs: job.timeoutMs,
    outputCapBytes: limits?.outputCapBytes ?? outputCapOf(job),
    tailBytes: job.tailBytes ?? 0,
    filesCap: limits?.files ?? resultFilesCap,
    argv: argv ?? [...commandOf(language), ...(compiled?.args ?? []), ...job.args],
    env: { ...baseEnvironment, ...language.environment, ...job.env },
    files: [
      { ...programFile(job, language), isProgram: true },
      ...job.files.filter(({ path }) => !made.has(path)).map((file) => ({ ...file, isProgram: false })),
      ...(compiled?.files ?? []).map((file) => ({ ...file, isProgram: false })),
    ],
    stdin: job.stdin,
  };
}

/** What init starts ahead of any job of the language: the command of its program, to wait before it is read. */
export interface WarmCommand {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
}

export function warmCommand(language: Language): WarmCommand | undefined {
  const { preload } = language;
  if (preload === undefined) return undefined;
  return {
    argv: commandOf(language),
    env: { ...baseEnvironment, ...language.environment, ...preload.environment },
  };
}

function setsStartupVariable(job: SandboxJob, language: Language): boolean {
  return Object.keys(job.env).some((name) => language.startupVariables.some((pattern) => pattern.test(name)));
}

function commandOf(language: Language): string[] {
  const program = language.compile === undefined ? [`/work/${language.fileName}`] : [];
  return [...language.run, ...program];
}
