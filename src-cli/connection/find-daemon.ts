import { DaemonUnreachableError } from '../../src-shared-node/daemon-connection.ts';
import { findDaemon as findAnyDaemon } from '../../src-shared-node/find-daemon.ts';
import type { Locations } from '../../src-shared-node/locations.ts';
import { ExposedRunFileError, type RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';

/** The daemon of the data folder, proved by its handshake; undefined when none runs. @throws CliError `no_daemon` */
export async function findDaemon(locations: Locations): Promise<RunFile | undefined> {
  try {
    return await findAnyDaemon(locations);
  } catch (error) {
    throw unreachable(error);
  }
}

/** The error for the user, where the daemon cannot be reached or not be trusted; every other error as it is. */
export function unreachable(error: unknown): unknown {
  const isKnown = error instanceof ExposedRunFileError || error instanceof DaemonUnreachableError;
  return isKnown ? new CliError('no_daemon', error.message, { cause: error }) : error;
}
