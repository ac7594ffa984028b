import { DaemonUnreachableError } from '../../src-shared-node/daemon-connection.ts';
import { type FoundDaemon, findConnectedDaemon } from '../../src-shared-node/find-daemon.ts';
import type { Locations } from '../../src-shared-node/locations.ts';
import { ExposedRunFileError, type RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';

/** Finds the daemon of the data folder and verifies it by its handshake. @throws CliError `no_daemon` */
export async function findDaemon(locations: Locations): Promise<RunFile | undefined> {
  const found = await findConnected(locations);
  found?.agent?.destroy();
  return found?.running;
}

/** Does the same and keeps the connection of the handshake. @throws CliError `no_daemon` */
export async function findConnected(locations: Locations): Promise<FoundDaemon | undefined> {
  try {
    return await findConnectedDaemon(locations);
  } catch (error) {
    throw unreachable(error);
  }
}

/** Converts an error about a daemon that cannot be reached or trusted. Returns other errors unchanged. */
export function unreachable(error: unknown): unknown {
  const isKnown = error instanceof ExposedRunFileError || error instanceof DaemonUnreachableError;
  return isKnown ? new CliError('no_daemon', error.message, { cause: error }) : error;
}
