import { readEngineVersion } from '../../src-shared-node/engine/engine-version.ts';
import { type FoundEngine, findEngine, NoEngineError } from '../../src-shared-node/engine/find-engine.ts';
import { findRuntimeDir } from '../../src-shared-node/runtime-dir.ts';

/** Finds the engine that a daemon with this process's environment uses. */
export async function findLocalEngine(environment = process.env): Promise<FoundEngine | undefined> {
  try {
    return await findEngine({ runtimeDir: findRuntimeDir(environment), environment });
  } catch (error) {
    if (error instanceof NoEngineError) return undefined;
    throw error;
  }
}

/** `free`: there is no socket; `dead`: no process listens on it; `docker`: an engine answers; `busy`: anything else. */
export type SocketState = 'free' | 'dead' | 'docker' | 'busy';

/** @param path of a Unix socket */
export async function socketState(path: string): Promise<SocketState> {
  try {
    await readEngineVersion({ socketPath: path });
    return 'docker';
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT') return 'free';
    return code === 'ECONNREFUSED' ? 'dead' : 'busy';
  }
}
