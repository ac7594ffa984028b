import { constants } from 'node:os';

/** How the command ends, besides a program's own exit code; the numbers of sysexits.h and of the shell. */
export const exitCodes = {
  failure: 1,
  /** EX_USAGE: the command line cannot be followed. */
  usage: 64,
  /** EX_DATAERR: the daemon does not take what it was given, or has no such thing. */
  refused: 65,
  /** EX_UNAVAILABLE: no daemon answers. */
  noDaemon: 69,
  /** EX_SOFTWARE: a fault of Strongroom. */
  internal: 70,
  /** EX_TEMPFAIL: the engine or a model is down or busy; a later try can succeed. */
  engineDown: 75,
  /** EX_NOPERM: no credential, or not for this. */
  notAllowed: 77,
  /** As `timeout` of coreutils. */
  timedOut: 124,
  outOfMemory: 137,
  cancelled: 130,
  brokenPipe: 141,
} as const;

/** What a shell reports for a process that a signal ended. */
export function exitCodeOfSignal(signal: string): number {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  return number === undefined ? exitCodes.failure : 128 + number;
}

/** The exit code for an error that the API answered with this status. */
export function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403 || status === 423) return exitCodes.notAllowed;
  if ([429, 502, 503, 504].includes(status)) return exitCodes.engineDown;
  if (status === 421) return exitCodes.noDaemon;
  return status >= 500 ? exitCodes.internal : exitCodes.refused;
}
