import { DaemonUnreachableError } from '../../src-shared-node/daemon-connection.ts';
import { findDaemon as findAnyDaemon } from '../../src-shared-node/find-daemon.ts';
import type { Locations } from '../../src-shared-node/locations.ts';
import { ExposedRunFileError, type RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';

/** Finds the daemon of the data folder and verifies it by its handshake. @throws CliError `no_daemon` */
export async function findDaemon(locations: Locations): Promise<RunFile | undefined> {
  try {
    return await findAnyDaemon(locations);
  } catch (error) {
    throw unreachable(error);
  }
}

/** Converts an error about a daemon that cannot be reached or trusted. Returns other errors unchanged. */
export function unreachable(error: unknown): unknown {
  const isKnown = error instanceof ExposedRunFileError || error instanceof DaemonUnreachableError;
  return isKnown ? new CliError('no_daemon', error.message, { cause: error }) : error;
}
