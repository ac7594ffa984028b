// Asks whether a Docker engine answers, and where. Runs before dependencies exist.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isPrivateFolder, runtimeDir } from './runtime-dir.mjs';

export const defaultSocket = '/var/run/docker.sock';

/**
 * @typedef {{ host: string }} Place where an engine may listen, as DOCKER_HOST writes it (`unix://…`, `tcp://…`)
 * @typedef {{ host: string, version: string }} Found
 * @typedef {'free' | 'dead' | 'docker' | 'busy'} SocketState
 */

/**
 * The first engine that answers: DOCKER_HOST alone when it is set, else the one that `engine.json` names, the
 * default socket, a rootless one, Docker Desktop's.
 * @returns {Promise<Found | undefined>}
 */
export async function findEngine() {
  for (const host of placesToAsk()) {
    const answer = await ask(host);
    if (answer.version) return { host, version: answer.version };
  }
  return undefined;
}

/** Where a dockerd of ours listens when the default socket was taken: read by the daemon, too. */
export function engineNotePath() {
  return join(runtimeDir(), 'engine.json');
}

/**
 * The daemon asks at the same places, and at the Docker context's (src-daemon/engine/docker/link/find-docker.ts).
 * @returns {string[]}
 */
function placesToAsk() {
  if (process.env.DOCKER_HOST) return [process.env.DOCKER_HOST];
  if (process.platform === 'win32') {
    return ['npipe:////./pipe/docker_engine', 'npipe:////./pipe/dockerDesktopLinuxEngine'];
  }
  const note = readEngineNote();
  return [...(note ? [note] : []), ...knownSockets()].map((path) => `unix://${path}`);
}

function knownSockets() {
  const home = homedir();
  const runtime = process.env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid?.() ?? 0}`;
  return [
    defaultSocket,
    join(runtime, 'docker.sock'),
    join(home, '.docker/run/docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
    join(home, '.orbstack/run/docker.sock'),
    join(home, '.colima/default/docker.sock'),
    join(home, '.rd/docker.sock'),
    join(runtime, 'podman/podman.sock'),
    '/run/podman/podman.sock',
  ];
}

function readEngineNote() {
  if (!isPrivateFolder(runtimeDir())) return undefined;
  try {
    const { socketPath } = JSON.parse(readFileSync(engineNotePath(), 'utf8'));
    return typeof socketPath === 'string' ? socketPath : undefined;
  } catch {
    return undefined;
  }
}

/**
 * `free`: nothing there; `dead`: a socket file that nobody serves; `docker`: an engine; `busy`: anything else.
 * @param {string} path of a Unix socket
 * @returns {Promise<SocketState>}
 */
export async function socketState(path) {
  const { version, errorCode } = await ask(`unix://${path}`);
  if (version) return 'docker';
  if (errorCode === 'ENOENT') return 'free';
  return errorCode === 'ECONNREFUSED' ? 'dead' : 'busy';
}

/**
 * @param {string} host
 * @returns {Promise<{ version?: string, errorCode?: string }>}
 */
function ask(host) {
  const target = requestTarget(host);
  if (!target) return Promise.resolve({ errorCode: 'EUNSUPPORTED' });
  return new Promise((done) => {
    const asking = request({ ...target, path: '/version', timeout: 5000 }, (reply) => {
      let body = '';
      reply.setEncoding('utf8');
      reply.on('data', (text) => {
        body += text;
      });
      reply.on('end', () => done(readVersion(body)));
      reply.on('error', () => done({ errorCode: 'ECONNRESET' }));
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', (error) => done({ errorCode: /** @type {NodeJS.ErrnoException} */ (error).code ?? 'EUNKNOWN' }));
    asking.end();
  });
}

/** @param {string} host */
function requestTarget(host) {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) };
  if (host.startsWith('npipe://')) return { socketPath: host.slice('npipe://'.length) };
  if (!/^(tcp|http):\/\//.test(host) || !URL.canParse(host)) return undefined;
  const { hostname, port } = new URL(host);
  // Code and secrets do not leave this machine.
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return undefined;
  return { host: hostname.replace(/[[\]]/g, ''), port: Number(port || 2375) };
}

/** @param {string} body */
function readVersion(body) {
  try {
    // Podman's compatible interface answers this as well: it is an engine too.
    const { Version: version } = JSON.parse(body);
    return typeof version === 'string' ? { version } : { errorCode: 'ENOTDOCKER' };
  } catch {
    return { errorCode: 'ENOTDOCKER' };
  }
}
