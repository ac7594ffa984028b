import { outputCapOf, resultFilesCap, type SandboxJob } from '../engine.ts';
import { baseEnvironment, type Language } from '../languages/languages.ts';
import { programFile, programPath } from '../program-file.ts';
import type { Run } from '../run.ts';
import { withUnixScript } from '../shell-lines.ts';
import type { SandboxProgram } from './job-frame.ts';

/** Returns the job that init gets for a run. */
export function programOf({ job, language, compiled, argv, limits, egress }: Run): SandboxProgram {
  const compiledPaths = new Set(compiled?.files.map(({ path }) => path));
  return {
    needsFreshInterpreter: setsStartupVariable(job, language) || !hasDefaultPath(job, language),
    limitMs: job.timeoutMs,
    outputCapBytes: limits?.outputCapBytes ?? outputCapOf(job),
    tailBytes: job.tailBytes ?? 0,
    filesCap: limits?.files ?? resultFilesCap,
    argv: argv ?? [
      ...commandOf(language, programPath(job, language), egress?.hasTrust),
      ...(compiled?.args ?? []),
      ...job.args,
    ],
    env: { ...baseEnvironment, ...language.environment, ...egress?.environment, ...job.env },
    files: [
      { ...programFile(job, language), isProgram: true },
      ...job.files
        .filter(({ path }) => !compiledPaths.has(path))
        .map((file) => ({ ...withUnixScript(file), isProgram: false })),
      ...(compiled?.files ?? []).map((file) => ({ ...file, isProgram: false })),
    ],
    relay: egress?.relay ?? [],
    stdin: job.stdin,
    opensStdin: job.opensStdin ?? false,
  };
}

/** The interpreter that init starts before any job of the language arrives, so that it waits for its program. */
export interface WarmCommand {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
}

export function warmCommand(language: Language): WarmCommand | undefined {
  const { preload } = language;
  if (preload === undefined) return undefined;
  return {
    argv: commandOf(language, language.fileName),
    env: { ...baseEnvironment, ...language.environment, ...preload.environment },
  };
}

/** Returns true if `env` has a variable that the interpreter of the language reads while it boots. */
export function setsStartupVariable({ env }: Pick<SandboxJob, 'env'>, language: Language): boolean {
  return Object.keys(env).some((name) => language.startupVariables.some((pattern) => pattern.test(name)));
}

/** Returns true if the program is at the path with which a booted interpreter waits for it. */
export function hasDefaultPath(job: Pick<SandboxJob, 'code' | 'entry'>, language: Language): boolean {
  return programPath(job, language) === language.fileName;
}

/** @param hasTrust true if the sandbox gets additional certificates that the interpreter reads from its arguments */
function commandOf({ run: [file = '', ...options], ...language }: Language, path: string, hasTrust = false): string[] {
  const program = language.compile === undefined ? [`/work/${path}`] : [];
  return [file, ...(hasTrust ? (language.trustArguments ?? []) : []), ...options, ...program];
}
