// Gets a Docker engine on Debian and Ubuntu. Never stops or changes an engine that it did not start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canInstallPackages, hasCommand, installPackages, isDebianLike, isPackageInstalled } from './debian.mjs';
import { bridgeFlags, prepareBridge } from './engine-bridge.mjs';
import { defaultSocket, engineNotePath, findEngine, socketState } from './find-engine.mjs';
import { makeRuntimeDir } from './runtime-dir.mjs';

/** Images and layers of our own engine; /var/lib/docker stays whoever's it is. */
export const engineDataRoot = '/var/lib/strongroom-engine';
const execRoot = '/run/strongroom-engine';
const pidFile = join(engineDataRoot, 'dockerd.pid');
const logFile = join(engineDataRoot, 'dockerd.log');
const neededPackages = ['docker.io', 'iptables', 'iproute2', 'crun', 'mmdebstrap', 'ca-certificates'];

/**
 * Finds an engine or starts one.
 * @param {(words: string) => void} say progress
 * @returns {Promise<{ host: string, version: string, started: boolean }>}
 * @throws Error with what to install, where this script cannot do it
 */
export async function ensureEngine(say) {
  const found = await findEngine();
  if (found) return { ...found, started: false };
  refuseWhereItCannot();
  await installMissing(say);
  // The package's own service may have come up with it: then there is nothing to start.
  const service = existsSync('/run/systemd/system') ? await waitForEngine(10_000) : await findEngine();
  if (service) return { ...service, started: false };
  return { ...(await startDockerd(say)), started: true };
}

function refuseWhereItCannot() {
  if (process.env.DOCKER_HOST) {
    throw new Error(`DOCKER_HOST is ${process.env.DOCKER_HOST}, where no engine answers. Start that one, or unset it.`);
  }
  if (!canInstallPackages()) throw new Error(adviceForThisMachine());
}

/** What to install here, in one or two lines. */
export function adviceForThisMachine() {
  if (process.platform === 'darwin') {
    return 'Install Docker Desktop (https://docs.docker.com/desktop/) or Colima ("brew install colima docker && colima start").';
  }
  if (process.platform === 'win32') return 'Install Docker Desktop (https://docs.docker.com/desktop/) and start it.';
  if (isDebianLike()) {
    return 'Run it as root ("sudo npm run engine"), or ask who administers this machine for Docker and the group "docker".';
  }
  return 'Install Docker Engine with your distribution (https://docs.docker.com/engine/install/), or podman with its socket, and start its service.';
}

/** @param {(words: string) => void} say */
async function installMissing(say) {
  const missing = neededPackages.filter((name) => !isPackageInstalled(name));
  // Docker's own packages bring the same program under another name, and conflict with Debian's.
  const wanted = hasCommand('dockerd') ? missing.filter((name) => name !== 'docker.io') : missing;
  if (wanted.length === 0) return;
  say(`installing ${wanted.join(', ')}`);
  await installPackages(wanted);
}

/** @param {(words: string) => void} say */
async function startDockerd(say) {
  const state = await socketState(defaultSocket);
  const isOwn = state === 'busy';
  const socketPath = isOwn ? join(makeRuntimeDir(), 'docker.sock') : defaultSocket;
  mkdirSync(engineDataRoot, { recursive: true, mode: 0o710 });
  forgetStalePid();
  const bridge = prepareBridge();
  say(`starting dockerd at ${socketPath}, data in ${engineDataRoot}, log ${logFile}`);
  const child = spawnDockerd([...baseFlags(socketPath), ...bridgeFlags(bridge)]);
  await waitUntilUp(child, socketPath);
  if (isOwn) writeFileSync(engineNotePath(), JSON.stringify({ socketPath }), { mode: 0o600 });
  const found = await findEngine();
  if (!found) throw new Error(`dockerd was started at ${socketPath}, but does not answer; see ${logFile}`);
  return found;
}

/** @param {string} socketPath */
function baseFlags(socketPath) {
  return [
    ...['--host', `unix://${socketPath}`, '--data-root', engineDataRoot, '--exec-root', execRoot],
    // A configuration of its own: /etc/docker/daemon.json belongs to another engine.
    ...['--pidfile', pidFile, '--config-file', writeConfig()],
    // With a containerd of the system's, the default name would make us sweep away another engine's containers.
    ...['--containerd-namespace', 'strongroom', '--containerd-plugins-namespace', 'strongroom-plugins'],
  ];
}

function writeConfig() {
  const path = join(engineDataRoot, 'daemon.json');
  const runtimes = hasCommand('crun') ? { crun: { path: 'crun' } } : {};
  writeFileSync(path, JSON.stringify({ runtimes }), { mode: 0o600 });
  return path;
}

function forgetStalePid() {
  if (!existsSync(pidFile)) return;
  const comm = `/proc/${readFileSync(pidFile, 'utf8').trim()}/comm`;
  // After a restart of the machine the number can be another program's, and dockerd would refuse to start.
  if (!existsSync(comm) || readFileSync(comm, 'utf8').trim() !== 'dockerd') rmSync(pidFile, { force: true });
}

/** @param {string[]} flags */
function spawnDockerd(flags) {
  const log = openSync(logFile, 'w', 0o600);
  // Detached is setsid: the engine outlives this script and its terminal.
  const child = spawn('dockerd', flags, { detached: true, stdio: ['ignore', log, log], env: engineEnv(), cwd: '/' });
  closeSync(log);
  child.unref();
  return child;
}

function engineEnv() {
  const passed = /^(LANG|LC_.*|TZ|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR))$/i;
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  return { ...Object.fromEntries(kept), PATH: path, HOME: '/root' };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} socketPath
 */
async function waitUntilUp(child, socketPath) {
  const ended = new AbortController();
  const failure = once(child, 'error', { signal: ended.signal }).catch(() => []);
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await socketState(socketPath)) === 'docker') return ended.abort();
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
    await sleep(200);
  }
  ended.abort();
  await failure;
  throw new Error(`dockerd did not come up; the end of ${logFile}:\n${lastLines(logFile)}`);
}

/** @param {number} limitMs */
async function waitForEngine(limitMs) {
  const until = Date.now() + limitMs;
  for (;;) {
    const found = await findEngine();
    if (found || Date.now() > until) return found;
    await sleep(500);
  }
}

/** @param {string} path */
function lastLines(path) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}
