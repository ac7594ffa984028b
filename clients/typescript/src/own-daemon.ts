import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Fetch } from './fetch.ts';
import { fetchOverConnection } from './socket.ts';
import { StrongroomError } from './strongroom-error.ts';

/** Facts about the daemon, which it writes to a file that only its user can read. */
interface RunFile {
  pid: number;
  port: number;
  socketPath: string;
  proofKey: string;
}

const handshakeLimitMs = 10_000;
const proofCap = 4096;
const runFileCap = 64 * 1024;

/**
 * Returns a `fetch` that reaches the daemon of a data folder by its socket. A port proves nothing: any program can take it while
 * no daemon runs. For each request the daemon proves its identity, on the connection that then carries the request.
 * @param dataDir the folder that the daemon uses without an option, if absent
 */
export function fetchOwnDaemon(dataDir = defaultDataDir()): Fetch {
  return fetchOverConnection(async () => {
    const running = readRunFile(join(dataDir, 'run', 'daemon.json'));
    if (running === undefined) throw unreachable(dataDir);
    const { socketPath } = running;
    if (process.platform !== 'win32') requirePrivate(dirname(socketPath), 'folder');
    const agent = new OneConnection(socketPath);
    if ((await isProven(running, agent)) && agent.isUsed()) return { socketPath, agent, host: hostOf(running) };
    agent.destroy();
    throw unreachable(dataDir);
  });
}

function defaultDataDir(): string {
  const { XDG_DATA_HOME: shared, LOCALAPPDATA: local } = process.env;
  const home = homedir();
  if (process.platform === 'win32') return join(local || join(home, 'AppData', 'Local'), 'strongroom', 'Data');
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'strongroom');
  return join(resolve(home, shared || join('.local', 'share')), 'strongroom');
}

function hostOf({ port }: RunFile): string {
  return `127.0.0.1:${port}`;
}

/** Keeps one connection, so that no request can reach another program than the one that was proved. */
class OneConnection extends Agent {
  readonly #socketPath: string;
  #isUsed = false;

  constructor(socketPath: string) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socketPath = socketPath;
  }

  isUsed(): boolean {
    return this.#isUsed;
  }

  /** All requests use the one connection, however they name the daemon. */
  override getName(): string {
    return this.#socketPath;
  }

  override createConnection(
    _options: object,
    created: (error: Error | null, stream: Duplex) => void,
  ): Duplex | undefined {
    if (!this.#isUsed) {
      this.#isUsed = true;
      return connect(this.#socketPath);
    }
    created(new Error('the proved connection was closed'), undefined as never);
    return undefined;
  }
}

/** Returns true if the other end has the key of the run file: the HMAC of a fresh number, the port and the process id. */
async function isProven(running: RunFile, agent: Agent): Promise<boolean> {
  const { pid, port, proofKey, socketPath } = running;
  const nonce = randomBytes(32);
  const endpoint = Buffer.alloc(8);
  endpoint.writeUInt32BE(port, 0);
  endpoint.writeUInt32BE(pid, 4);
  const expected = createHmac('sha256', Buffer.from(proofKey, 'base64')).update(nonce).update(endpoint).digest();
  try {
    const body = JSON.stringify({ nonce: nonce.toString('base64') });
    const { proof } = JSON.parse(await askForProof({ agent, socketPath, host: hostOf(running), body })) as {
      proof: string;
    };
    const given = Buffer.from(proof, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  } catch {
    // Nothing answers, or something that speaks another protocol.
    return false;
  }
}

interface Question {
  agent: Agent;
  socketPath: string;
  host: string;
  body: string;
}

function askForProof({ agent, socketPath, host, body }: Question): Promise<string> {
  return new Promise((done, fail) => {
    const asked = request(
      {
        agent,
        socketPath,
        path: '/api/v1/handshake',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          host,
        },
        signal: AbortSignal.timeout(handshakeLimitMs),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > proofCap) asked.destroy(new Error('the proof is too long'));
        });
        answer.on('error', fail);
        answer.on('end', () => done(text));
      },
    );
    asked.on('error', fail);
    asked.end(body);
  });
}

/** Returns undefined if there is no file, or if it is not complete. @throws StrongroomError */
function readRunFile(path: string): RunFile | undefined {
  if (!requirePrivate(path, 'file')) return undefined;
  requirePrivate(dirname(path), 'folder');
  try {
    const text = readFileSync(path, 'utf8');
    const found = text.length > runFileCap ? {} : (JSON.parse(text) as Partial<RunFile>);
    const { pid, port, socketPath, proofKey } = found;
    const isWhole =
      Number.isInteger(pid) && Number.isInteger(port) && typeof socketPath === 'string' && typeof proofKey === 'string';
    return isWhole ? (found as RunFile) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns false if nothing has this path. @throws StrongroomError if others can access it, or if it is a link */
function requirePrivate(path: string, kind: 'file' | 'folder'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const isKind = kind === 'file' ? found.isFile() : found.isDirectory();
  const uid = process.getuid?.();
  if (isKind && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0))) return true;
  throw new StrongroomError(
    'connection_failed',
    `${path} can be read by others or belongs to another user. Remove it and start Strongroom again.`,
  );
}

function unreachable(dataDir: string): StrongroomError {
  return new StrongroomError(
    'connection_failed',
    `No daemon runs for ${dataDir}, or it does not answer. Start it, or set STRONGROOM_URL to the address of another.`,
  );
}
