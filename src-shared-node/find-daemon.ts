import { DaemonUnreachableError, openDaemonConnection } from './daemon-connection.ts';
import { isAlive } from './is-alive.mjs';
import type { Locations } from './locations.ts';
import { isProvenDaemon } from './prove-daemon.ts';
import { type RunFile, readRunFile } from './run-file.ts';

export type RunFileLocations = Pick<Locations, 'runFilePath' | 'formerRunFilePath'>;

/**
 * Finds the daemon of a data folder and verifies it by its handshake. Returns undefined if none runs. The proof key is new
 * at each start, so a later process with the same pid fails the handshake. A daemon without a socket is of an older
 * version: a client may replace it, but must not send it anything else.
 * @throws ExposedRunFileError
 */
export async function findDaemon({ runFilePath, formerRunFilePath }: RunFileLocations): Promise<RunFile | undefined> {
  const running = await verify(readRunFile(runFilePath));
  if (running !== undefined || formerRunFilePath === undefined) return running;
  return verify(readFormerRunFile(formerRunFilePath));
}

async function verify(running: RunFile | undefined): Promise<RunFile | undefined> {
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

/** The former file may be in a temporary folder of another user: then it is ignored. */
function readFormerRunFile(path: string): RunFile | undefined {
  try {
    return readRunFile(path);
  } catch {
    return undefined;
  }
}
