import { Agent } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { isPrivateFolder } from './private-file.ts';
import { isProvenDaemon } from './prove-daemon.ts';
import { ExposedRunFileError, type RunFile } from './run-file.ts';

/** The daemon of the run file cannot be reached any more; nothing was sent but a nonce. */
export class DaemonUnreachableError extends Error {
  constructor({ pid }: RunFile) {
    super(`The daemon (pid ${pid}) does not answer at its socket.`);
    this.name = 'DaemonGoneError';
  }
}

/**
 * Opens one connection to the daemon's socket and has the daemon prove itself on it. The agent that is returned has this
 * connection and never opens another, so that a request goes to the daemon that was proved, or nowhere. It is for one
 * request, which closes it with `Connection: close`.
 * @throws DaemonGoneError, ExposedRunFileError
 */
export async function openDaemonConnection(running: RunFile): Promise<Agent> {
  const { socketPath } = running;
  if (socketPath === undefined) throw new DaemonUnreachableError(running);
  requirePrivateFolder(socketPath);
  const agent = new OneConnection(socketPath);
  if (await isProvenDaemon(running, agent)) return agent;
  agent.destroy();
  throw new DaemonUnreachableError(running);
}

/** A pipe has no folder: there the proof alone tells the daemon from another program. */
function requirePrivateFolder(socketPath: string): void {
  if (process.platform === 'win32') return;
  const folder = dirname(socketPath);
  // A folder that was removed is no danger: connecting fails.
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

  override createConnection(_options: object, created: Created): Duplex | undefined {
    if (!this.#isUsed) {
      this.#isUsed = true;
      return connect(this.#socketPath);
    }
    created(Object.assign(new Error('the proved connection was closed'), { code: 'ECONNRESET' }), undefined as never);
    return undefined;
  }
}
