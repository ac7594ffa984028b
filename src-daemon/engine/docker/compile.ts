import type { OutputStream, SandboxFile } from '../engine.ts';
import type { CompileStep } from '../language.ts';
import { type RunPlace, type RunRecord, runJob } from './run-job.ts';
import type { RunTask } from './run-task.ts';

/** A compile step's own limits: the run's are for the program. */
export const compileLimits = {
  memoryMb: 512,
  pids: 128,
  timeoutMs: 60_000,
  files: { count: 1024, totalBytes: 64 * 1024 * 1024 },
} as const;

/**
 * Compiles the program of a task, where its language wants that, in a sandbox of its own. Returns the task that runs
 * what came of it, or the record of a compilation that failed. What the compiler says is told only when it fails.
 */
export async function compiled(place: RunPlace, task: RunTask): Promise<RunTask | RunRecord> {
  const { compile } = task.language;
  if (compile === undefined) return task;
  const words: [OutputStream, Uint8Array][] = [];
  const record = await runJob(place, {
    ...compileTask(task, compile),
    hooks: { onOutput: (stream, chunk) => words.push([stream, Buffer.from(chunk)]), signal: task.hooks.signal },
  });
  const { ending } = record;
  if (ending.kind === 'status' && ending.status.exitCode === 0 && !record.oom) {
    return { ...task, compiled: record.files.map((file) => asProgram(file, compile)) };
  }
  for (const [stream, chunk] of words) task.hooks.onOutput(stream, chunk);
  return { ...record, files: [], ...(ending.kind === 'status' ? { ending: withoutFiles(ending) } : {}) };
}

/** The compiler is given the sources and nothing else: no secret, no variable, no input, no network. */
function compileTask({ job, language }: RunTask, compile: CompileStep): Omit<RunTask, 'hooks'> {
  const { id, code, files } = job;
  const { memoryMb, timeoutMs } = compileLimits;
  return {
    language: { ...language, environment: compile.environment },
    argv: compile.command,
    limits: compileLimits,
    job: {
      ...{ id, language: language.id, code, files, memoryMb, timeoutMs },
      ...{ stdin: new Uint8Array(), args: [], env: {}, network: 'none' },
    },
  };
}

function asProgram(file: SandboxFile, compile: CompileStep): SandboxFile & { isExecutable: boolean } {
  return { ...file, isExecutable: compile.makes.includes(file.path) };
}

/** What a failed compilation leaves is nobody's result, and so is what of it was too much. */
function withoutFiles(ending: RunRecord['ending'] & { kind: 'status' }): RunRecord['ending'] {
  return { kind: 'status', status: { ...ending.status, filesOmitted: 0 } };
}
