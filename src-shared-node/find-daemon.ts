import { DaemonUnreachableError, openDaemonConnection } from './daemon-connection.ts';
import { isAlive } from './is-alive.mjs';
import type { Locations } from './locations.ts';
import { isProvenDaemon } from './prove-daemon.ts';
import { type RunFile, readRunFile } from './run-file.ts';

export type RunFileLocations = Pick<Locations, 'runFilePath' | 'formerRunFilePath'>;

/**
 * The daemon of a data folder, proved by its handshake; undefined when none runs. The key of the proof is made at each
 * start, so what proves itself is that very start and no later process with its pid. A daemon without a socket is of an
 * older version, which a client may replace and sends nothing else to.
 * @throws ExposedRunFileError
 */
export async function findDaemon({ runFilePath, formerRunFilePath }: RunFileLocations): Promise<RunFile | undefined> {
  const running = await proved(readRunFile(runFilePath));
  if (running !== undefined || formerRunFilePath === undefined) return running;
  return proved(readFormerRunFile(formerRunFilePath));
}

async function proved(running: RunFile | undefined): Promise<RunFile | undefined> {
  if (running === undefined || !isAlive(running.pid)) return undefined;
  if (running.socketPath === undefined) return (await isProvenDaemon(running)) ? running : undefined;
  try {
    (await openDaemonConnection(running)).destroy();
    return running;
  } catch (error) {
    if (error instanceof DaemonUnreachableError) return undefined;
    throw error;
  }
}

/** Another user may own the folder of the temporary files that it was in: there it says nothing. */
function readFormerRunFile(path: string): RunFile | undefined {
  try {
    return readRunFile(path);
  } catch {
    return undefined;
  }
}
