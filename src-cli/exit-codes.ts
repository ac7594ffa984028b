import { constants } from 'node:os';

/** The exit codes of the command, from sysexits.h and the shell. `run` and `exec` return the program's own code. */
export const exitCodes = {
  failure: 1,
  /** EX_USAGE: the command line is not valid. */
  usage: 64,
  /** EX_DATAERR: the daemon rejects the input, or the object does not exist. */
  refused: 65,
  /** EX_UNAVAILABLE: no daemon answers. */
  noDaemon: 69,
  /** EX_SOFTWARE: an internal error of Strongroom. */
  internal: 70,
  /** EX_TEMPFAIL: the engine or a model is down or busy; a later try can succeed. */
  engineDown: 75,
  /** EX_NOPERM: there is no credential, or it lacks the permission. */
  notAllowed: 77,
  /** The code of coreutils' `timeout`. */
  timedOut: 124,
  /** The codes of a shell for a program that it cannot start. */
  programNotExecutable: 126,
  programNotFound: 127,
  outOfMemory: 137,
  cancelled: 130,
  brokenPipe: 141,
} as const;

/** Returns the exit code that a shell reports for a process that was terminated by a signal. */
export function exitCodeOfSignal(signal: string): number {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  return number === undefined ? exitCodes.failure : 128 + number;
}

/** Returns the exit code for an error response with this status. */
export function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403 || status === 423) return exitCodes.notAllowed;
  if ([429, 502, 503, 504].includes(status)) return exitCodes.engineDown;
  if (status === 421) return exitCodes.noDaemon;
  return status >= 500 ? exitCodes.internal : exitCodes.refused;
}

/** End of a program, as the API returns it. */
interface ProgramEnd {
  status: string;
  exitCode: number | null;
  signal: string | null;
}

/** Returns the program's own exit code, or the code for the limit or the signal that ended it. */
export function exitCodeOfProgram({ status, exitCode, signal }: ProgramEnd): number {
  if (status === 'timed_out') return exitCodes.timedOut;
  if (status === 'cancelled') return exitCodes.cancelled;
  if (status === 'out_of_memory') return exitCodes.outOfMemory;
  if (exitCode !== null) return exitCode;
  return signal === null ? exitCodes.failure : exitCodeOfSignal(signal);
}
