import { Agent } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { isPrivateFolder } from './private-file.ts';
import { isProvenDaemon } from './prove-daemon.ts';
import { ExposedRunFileError, type RunFile } from './run-file.ts';

/** The daemon of the run file cannot be reached. Only a nonce was sent to its socket. */
export class DaemonUnreachableError extends Error {
  constructor({ pid }: RunFile) {
    super(`The daemon (pid ${pid}) does not answer at its socket.`);
    this.name = 'DaemonUnreachableError';
  }
}

/**
 * Opens one connection to the daemon's socket, on which the daemon must prove its identity. The returned agent uses only
 * this connection, so a request reaches the verified daemon or fails. The agent is for one request, which closes the
 * connection with `Connection: close`.
 * @throws DaemonUnreachableError, ExposedRunFileError
 */
export async function openDaemonConnection(running: RunFile): Promise<Agent> {
  const { socketPath } = running;
  if (socketPath === undefined) throw new DaemonUnreachableError(running);
  requirePrivateFolder(socketPath);
  const agent = new OneConnection(socketPath);
  // The proof counts only if it came over the connection that the agent keeps.
  if ((await isProvenDaemon(running, agent)) && agent.isUsed()) return agent;
  agent.destroy();
  throw new DaemonUnreachableError(running);
}

/** A named pipe (Windows) has no folder: there only the proof distinguishes the daemon from another program. */
function requirePrivateFolder(socketPath: string): void {
  if (process.platform === 'win32') return;
  const folder = dirname(socketPath);
  // If the folder does not exist, connecting fails.
  if (isPrivateFolder(folder) === false) throw new ExposedRunFileError(folder);
}

type Created = (error: Error | null, stream: Duplex) => void;

class OneConnection extends Agent {
  readonly #socketPath: string;
  #isUsed = false;

  constructor(socketPath: string) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socketPath = socketPath;
  }

  /** Returns true if the connection was opened. */
  isUsed(): boolean {
    return this.#isUsed;
  }

  /** All requests use the one connection, however they name the daemon. */
  override getName(): string {
    return this.#socketPath;
  }

  override createConnection(_options: object, created: Created): Duplex | undefined {
    if (!this.#isUsed) {
      this.#isUsed = true;
      return connect(this.#socketPath);
    }
    created(Object.assign(new Error('the proved connection was closed'), { code: 'ECONNRESET' }), undefined as never);
    return undefined;
  }
}
