import type { Agent } from 'node:http';
import { DaemonUnreachableError, openDaemonConnection } from './daemon-connection.ts';
import { isAlive } from './is-alive.mjs';
import type { Locations } from './locations.ts';
import { isProvenDaemon } from './prove-daemon.ts';
import { type RunFile, readRunFile } from './run-file.ts';

export type RunFileLocations = Pick<Locations, 'runFilePath' | 'formerRunFilePath'>;

/** A daemon that has proved its identity, and the connection on which it did so. A daemon without a socket has none. */
export interface FoundDaemon {
  running: RunFile;
  agent?: Agent;
}

/**
 * Finds the daemon of a data folder and verifies it by its handshake. Returns undefined if none runs. The proof key is new
 * at each start, so a later process with the same pid fails the handshake. A daemon without a socket is of an older
 * version: a client may replace it, but must not send it anything else.
 * @throws ExposedRunFileError
 */
export async function findDaemon(locations: RunFileLocations): Promise<RunFile | undefined> {
  const found = await findConnectedDaemon(locations);
  found?.agent?.destroy();
  return found?.running;
}

/** Does the same and keeps the connection, for a client that sends its first request at once. @throws ExposedRunFileError */
export async function findConnectedDaemon(locations: RunFileLocations): Promise<FoundDaemon | undefined> {
  const { runFilePath, formerRunFilePath } = locations;
  const found = await verify(readRunFile(runFilePath));
  if (found !== undefined || formerRunFilePath === undefined) return found;
  return verify(readFormerRunFile(formerRunFilePath));
}

async function verify(running: RunFile | undefined): Promise<FoundDaemon | undefined> {
  if (running === undefined || !isAlive(running.pid)) return undefined;
  if (running.socketPath === undefined) return (await isProvenDaemon(running)) ? { running } : undefined;
  try {
    return { running, agent: await openDaemonConnection(running) };
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
