import { AppError } from '../errors/app-error.ts';

/**
 * The engine answered a request of the daemon with an error, which the caller has logged.
 * @param what failed, and what it means for the request, as whole sentences
 */
export function engineFailed(what: string, cause: unknown): AppError {
  const message = `${what} See the engine's message in the daemon's log (\`strongroom logs\`).`;
  return new AppError('engine_unavailable', message, { cause });
}

/** The layer of a run's packages no longer exists. */
export function packagesUnavailable(): AppError {
  const message = 'The installed packages were removed from the sandbox engine. They are being installed again.';
  return new AppError('packages_unavailable', `${message} Try again in 30 s.`, { retryAfterSeconds: 30 });
}

/** The sandbox could not write the files of a job. @param errno `ENOSPC`, or what a path that is also a folder causes */
export function filesRejected(errno: string): AppError {
  const message =
    errno === 'ENOSPC'
      ? 'The files do not fit into the sandbox, which holds 64 MiB and 4,096 files and folders.'
      : 'The paths of the files contradict each other: one is both a file and a folder.';
  return new AppError('invalid_request', message, { details: [{ path: 'files', message }] });
}

/** The error of a run whose engine exited or stopped doing what it is asked to do. */
export function engineLost(cause?: unknown): AppError {
  return new AppError('engine_unavailable', 'The sandbox engine stopped answering during the run. Try again.', {
    cause,
    retryAfterSeconds: 5,
  });
}
