import { isProvenDaemon } from './prove-daemon.ts';
import { type RunFile, readRunFile } from './run-file.ts';

/**
 * The daemon of a data folder, proved by its handshake; undefined when none runs. The key of the proof is made anew at
 * each start, so what proves itself is that very start and no later process with its pid.
 * @throws ExposedRunFileError
 */
export async function findDaemon(places: { runFilePath: string }): Promise<RunFile | undefined> {
  const running = readRunFile(places.runFilePath);
  if (running === undefined || !isAlive(running.pid)) return undefined;
  return (await isProvenDaemon(running)) ? running : undefined;
}

/** Whether a process of this number runs, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
