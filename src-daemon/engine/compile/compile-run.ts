import { doInSlices } from '../../../src-shared-node/sliced-work.ts';
import type { OutputStream, SandboxFile } from '../engine.ts';
import type { CompileStep } from '../languages/language.ts';
import { countOmitted } from '../omitted-files.ts';
import { programPath, withoutByteOrderMark } from '../program-file.ts';
import type { Run, RunRecord } from '../run.ts';
import { compileLimits } from './compile-limits.ts';
import { endAsFailedCompile } from './failed-compile.ts';

/**
 * Compiles the program of a run, if its language requires that, in a sandbox of its own. Returns the run of the compiled
 * program, or the record of a compilation that left none. The compiler's output is passed on only if it fails.
 */
export async function compileRun(run: Run, runStep: (step: Run) => Promise<RunRecord>): Promise<Run | RunRecord> {
  const { compile } = run.language;
  if (compile === undefined) return run;
  const output: [OutputStream, Uint8Array][] = [];
  const step = compileStepOf(run, compile);
  const record = await runStep({
    ...step,
    hooks: { onOutput: (stream, chunk) => output.push([stream, Buffer.from(chunk)]), signal: run.hooks.signal },
  });
  const { ending } = record;
  const hasAll = ending.kind === 'status' && countOmitted(ending.status.filesOmitted) === 0;
  if (hasAll && ending.status.exitCode === 0 && !record.oom) {
    const { code, files: given } = run.job;
    const fileName = programPath(run.job, run.language);
    const found = await doInSlices(compile.findProgram({ code, fileName, made: record.files, given }));
    if ('args' in found)
      return { ...run, compiled: { args: found.args, files: asPrograms(record.files, compile, fileName) } };
    return endAsFailedCompile({ record, output, run, reason: found.reason });
  }
  return endAsFailedCompile({ record, output, run });
}

/** The compiler gets the sources and nothing else: no secret, no variable, no input, no network. */
function compileStepOf({ job, language, wait }: Run, compile: CompileStep): Omit<Run, 'hooks'> {
  const { id, code, compileTimeoutMs: timeoutMs = compileLimits.timeoutMs } = job;
  return {
    language: { ...language, environment: compile.environment },
    wait,
    argv: compile.command(programPath(job, language), code),
    limits: compileLimits,
    job: {
      ...{ id, language: language.id, code, ...(job.entry !== undefined && { entry: job.entry }) },
      ...{ memoryMb: compileLimits.memoryMb, timeoutMs },
      ...{ stdin: new Uint8Array(), args: [], env: {}, network: 'none' },
      files: job.files.map((file) => readable(file, language.fileExtension)),
    },
  };
}

/** Removes the byte order mark of a source, which javac refuses. Other files stay unchanged. */
function readable(file: SandboxFile, sourceExtension: string): SandboxFile {
  return file.path.endsWith(sourceExtension) ? { ...file, content: withoutByteOrderMark(file.content) } : file;
}

function asPrograms(files: readonly SandboxFile[], compile: CompileStep, fileName: string) {
  const programs = compile.makes(fileName);
  return files.map((file) => ({ ...file, isExecutable: programs.includes(file.path) }));
}
