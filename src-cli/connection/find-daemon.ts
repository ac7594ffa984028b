import { findDaemon as findAnyDaemon } from '../../src-shared-node/find-daemon.ts';
import type { Places } from '../../src-shared-node/places.ts';
import { ExposedRunFileError, type RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';

/** The daemon of the data folder, proved by its handshake; undefined when none runs. @throws CliError `no_daemon` */
export async function findDaemon(places: Places): Promise<RunFile | undefined> {
  try {
    return await findAnyDaemon(places);
  } catch (error) {
    if (error instanceof ExposedRunFileError) throw new CliError('no_daemon', error.message, { cause: error });
    throw error;
  }
}
