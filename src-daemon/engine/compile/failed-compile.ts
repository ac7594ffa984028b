import type { StatusFrame } from '../../wire/frames.ts';
import type { OutputStream } from '../engine.ts';
import { countOmitted, noneOmitted, type OmittedFiles } from '../omitted-files.ts';
import { programPath } from '../program-file.ts';
import type { Run, RunRecord } from '../run.ts';
import { compileLimits } from './compile-limits.ts';

export interface FailedCompile {
  record: RunRecord;
  output: readonly (readonly [OutputStream, Uint8Array])[];
  run: Run;
  /** The reason why a compiler that reported success left no program. */
  reason?: string;
}

/** The exit code of a failed compiler. */
const failedExitCode = 1;
const mebibyte = 1024 * 1024;

/**
 * Returns the record of a compile step that left no program. The compiler's output becomes the run's output. If a limit
 * or the kind of the source caused the failure, a line that names the reason follows.
 */
export function endAsFailedCompile({
  record,
  output,
  run,
  reason = limitReason(record, run),
}: FailedCompile): RunRecord {
  const { ending } = record;
  for (const [stream, chunk] of output) run.hooks.onOutput(stream, chunk);
  if (reason !== undefined) run.hooks.onOutput('stderr', lineAfter(output, reason));
  // Files of a failed compilation are not results of the run.
  if (ending.kind !== 'status') return { ...record, files: [] };
  const exitCode = ending.status.exitCode === 0 ? failedExitCode : ending.status.exitCode;
  const status = { ...ending.status, exitCode, filesOmitted: noneOmitted };
  return { ...record, files: [], ending: { kind: 'status', status } };
}

/** Returns the record of a compiled program; if its sandbox could not start it, adds the reason to the output. */
export function endAsUnstartable(record: RunRecord, run: Run): RunRecord {
  const { ending } = record;
  if (run.compiled === undefined || ending.kind !== 'failed') return record;
  const { stage, error } = ending;
  if (stage === 'start' && error === 'E2BIG') return record;
  const reason =
    stage === 'start'
      ? `The compiled program could not be started: the system answered ${error}.`
      : `The compiled program and the files of the run do not fit into the sandbox: 64 MiB and 4,096 files and folders.`;
  run.hooks.onOutput('stderr', lineAfter([], reason));
  return { ...record, ending: { kind: 'status', status: unstarted } };
}

const unstarted: StatusFrame = {
  exitCode: failedExitCode,
  signal: null,
  timedOut: false,
  oom: false,
  pidsRefused: false,
  diskFull: false,
  wallUs: 0,
  cpuUs: 0,
  memoryPeakBytes: -1,
  stdoutTruncated: false,
  stderrTruncated: false,
  filesOmitted: noneOmitted,
};

/** Returns the reason if a limit of the compile step was exceeded, else undefined. */
function limitReason(record: RunRecord, run: Run): string | undefined {
  const { ending, oom } = record;
  const { memoryMb, pids } = compileLimits;
  if (ending.kind === 'cancelled') return undefined;
  if (ending.kind === 'overdue' || (ending.kind === 'status' && ending.status.timedOut)) return timeReason(run);
  if (oom) return `The compiler reached the memory limit of ${memoryMb} MiB. What it writes counts as well.`;
  if (ending.kind !== 'status') return undefined;
  const { exitCode, pidsRefused, diskFull, filesOmitted } = ending.status;
  if (exitCode === 0) return countOmitted(filesOmitted) > 0 ? tooMuchReason(record, filesOmitted, run) : undefined;
  if (pidsRefused) return `The compiler reached the limit of ${pids} processes.`;
  if (diskFull) return 'The compiler reached the limit of 4,096 files and folders in /work or /tmp.';
  return undefined;
}

function timeReason({ job }: Run): string {
  const { compileTimeoutMs = compileLimits.timeoutMs } = job;
  const rule = 'Set another limit for the compile step, of at most 600 s.';
  return `The compile step exceeded its time limit of ${compileTimeoutMs / 1000} s. ${rule}`;
}

function tooMuchReason({ files }: RunRecord, omitted: OmittedFiles, { job, language }: Run): string {
  const { count, totalBytes } = compileLimits.files;
  const limit = `${totalBytes / mebibyte} MiB`;
  const made = files.length + countOmitted(omitted);
  if (omitted.count > 0)
    return `The compiler made ${thousands(made)} files. At most ${thousands(count)} can go on to the program's sandbox.`;
  if (omitted.size === 0) return 'The compiler made files or folders that cannot be read.';
  const programs = language.compile?.makes(programPath(job, language)) ?? [];
  const hasProgram = programs.every((path) => files.some((file) => file.path === path));
  if (!hasProgram) return `The compiled program is larger than the file size limit of ${limit}.`;
  return `The compiler made files of more than ${limit} together.`;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns the reason as a line of its own: begins with a newline if the compiler's last line has no end. */
function lineAfter(output: FailedCompile['output'], reason: string): Uint8Array {
  const before = output.findLast(([stream, chunk]) => stream === 'stderr' && chunk.length > 0)?.[1];
  const isAtStart = before === undefined || before.at(-1) === newline;
  return Buffer.from(`${isAtStart ? '' : '\n'}strongroom: ${reason}\n`);
}

const newline = 0x0a;
