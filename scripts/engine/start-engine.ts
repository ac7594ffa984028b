/** Starts a Docker engine on Debian and Ubuntu. It never stops or changes an engine that it did not start. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSocket, engineFilePath, type FoundEngine } from '../../src-shared-node/engine/find-engine.ts';
import { canInstallPackages, hasCommand, installPackages, isDebianLike, isPackageInstalled } from './debian.ts';
import { bridgeFlags, prepareBridge } from './engine-bridge.ts';
import { findLocalEngine, socketState } from './find-engine.ts';
import { createRuntimeDir } from './runtime-dir.ts';

/** Images and layers of this engine. /var/lib/docker belongs to another engine. */
const engineDataRoot = '/var/lib/strongroom-engine';
const execRoot = '/run/strongroom-engine';
const pidFile = join(engineDataRoot, 'dockerd.pid');
const logFile = join(engineDataRoot, 'dockerd.log');
/**
 * dockerd gives its containerd 15 s to answer. A machine that reads both programs from a cold disk while it works can exceed
 * that, and a second attempt has them in memory.
 */
const startAttempts = 3;
const neededPackages = ['docker.io', 'iptables', 'iproute2', 'crun', 'mmdebstrap', 'ca-certificates'];

type OnProgress = (message: string) => void;

export interface EnsuredEngine {
  /** A value for DOCKER_HOST. */
  host: string;
  version: string;
  /** True if this call started it. */
  started: boolean;
}

/**
 * Finds the engine that a daemon would use, or starts one.
 * @throws Error with what to install, if this script cannot install it
 */
export async function ensureEngine(onProgress: OnProgress): Promise<EnsuredEngine> {
  const found = await findLocalEngine();
  if (found) return { ...found, started: false };
  requireInstallable();
  await installMissing(onProgress);
  // systemd may have started the service of the package: then there is nothing to start.
  const service = existsSync('/run/systemd/system') ? await waitForEngine(10_000) : await findLocalEngine();
  if (service) return { ...service, started: false };
  return { ...(await startDockerd(onProgress)), started: true };
}

function requireInstallable(): void {
  if (process.env.DOCKER_HOST) {
    throw new Error(
      `DOCKER_HOST is ${process.env.DOCKER_HOST}, where no engine answers. Start that engine, or unset DOCKER_HOST.`,
    );
  }
  if (!canInstallPackages()) throw new Error(adviceForThisMachine());
}

function adviceForThisMachine(): string {
  if (process.platform === 'darwin') {
    return 'Install Docker Desktop (https://docs.docker.com/desktop/) or Colima ("brew install colima docker && colima start").';
  }
  if (process.platform === 'win32') return 'Install Docker Desktop (https://docs.docker.com/desktop/) and start it.';
  if (isDebianLike()) {
    return 'Run it as root ("sudo npm run engine"), or ask the administrator of this machine to install Docker and to add you to the group "docker".';
  }
  return 'Install Docker Engine with your distribution (https://docs.docker.com/engine/install/), or podman with its socket, and start its service.';
}

async function installMissing(onProgress: OnProgress): Promise<void> {
  const missing = neededPackages.filter((name) => !isPackageInstalled(name));
  // Docker's own packages have the same program under another name, and conflict with Debian's.
  const needed = hasCommand('dockerd') ? missing.filter((name) => name !== 'docker.io') : missing;
  if (needed.length === 0) return;
  onProgress(`installing ${needed.join(', ')}`);
  await installPackages(needed);
}

async function startDockerd(onProgress: OnProgress): Promise<FoundEngine> {
  const state = await socketState(defaultSocket);
  // Another program listens on the default socket.
  const ownFolder = state === 'busy' ? createRuntimeDir() : undefined;
  const socketPath = ownFolder === undefined ? defaultSocket : join(ownFolder, 'docker.sock');
  mkdirSync(engineDataRoot, { recursive: true, mode: 0o710 });
  removeStalePidFile();
  const bridge = prepareBridge();
  onProgress(`starting dockerd at ${socketPath}, data in ${engineDataRoot}, log ${logFile}`);
  await runDockerd([...baseFlags(socketPath), ...bridgeFlags(bridge)], socketPath, onProgress);
  if (ownFolder !== undefined)
    writeFileSync(engineFilePath(ownFolder), JSON.stringify({ socketPath }), { mode: 0o600 });
  const found = await findLocalEngine();
  if (!found) throw new Error(`dockerd was started at ${socketPath}, but does not answer; see ${logFile}`);
  return found;
}

/** @throws Error with the end of the log after the last attempt, or if dockerd runs and does not answer */
async function runDockerd(flags: readonly string[], socketPath: string, onProgress: OnProgress): Promise<void> {
  rmSync(logFile, { force: true });
  for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
    if (await becomesReady(spawnDockerd(flags), socketPath)) return;
    onProgress(`dockerd did not start (attempt ${attempt} of ${startAttempts}): ${lastLines(logFile, 1)}`);
  }
  throw new Error(`dockerd did not start; the end of ${logFile}:\n${lastLines(logFile, 8)}`);
}

function baseFlags(socketPath: string): string[] {
  return [
    ...['--host', `unix://${socketPath}`, '--data-root', engineDataRoot, '--exec-root', execRoot],
    // A configuration of its own: /etc/docker/daemon.json belongs to another engine.
    ...['--pidfile', pidFile, '--config-file', writeConfig()],
    // If the system runs a containerd, the default namespace has the containers of another engine, which dockerd removes.
    ...['--containerd-namespace', 'strongroom', '--containerd-plugins-namespace', 'strongroom-plugins'],
  ];
}

function writeConfig(): string {
  const path = join(engineDataRoot, 'daemon.json');
  const runtimes = hasCommand('crun') ? { crun: { path: 'crun' } } : {};
  writeFileSync(path, JSON.stringify({ runtimes }), { mode: 0o600 });
  return path;
}

function removeStalePidFile(): void {
  if (!existsSync(pidFile)) return;
  const comm = `/proc/${readFileSync(pidFile, 'utf8').trim()}/comm`;
  // After a restart of the machine the pid may be another program's, and dockerd would refuse to start.
  if (!existsSync(comm) || readFileSync(comm, 'utf8').trim() !== 'dockerd') rmSync(pidFile, { force: true });
}

function spawnDockerd(flags: readonly string[]): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  // Detached (setsid), so that the engine outlives this script and its terminal.
  const child = spawn('dockerd', flags, { detached: true, stdio: ['ignore', log, log], env: engineEnv(), cwd: '/' });
  closeSync(log);
  child.unref();
  return child;
}

function engineEnv(): NodeJS.ProcessEnv {
  const passed = /^(LANG|LC_.*|TZ|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR))$/i;
  const variables = Object.entries(process.env).filter(([name]) => passed.test(name));
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  return { ...Object.fromEntries(variables), PATH: path, HOME: '/root' };
}

/**
 * @returns false if dockerd ended before it answered
 * @throws Error if it runs and does not answer within a minute. It is left running: with many containers it takes longer.
 */
async function becomesReady(child: ChildProcess, socketPath: string): Promise<boolean> {
  const ended = new Promise<true>((resolve) => {
    child.once('error', () => resolve(true)).once('exit', () => resolve(true));
  });
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if ((await socketState(socketPath)) === 'docker') return true;
    if (await Promise.race([ended, sleep(200, false)])) return false;
  }
  throw new Error(`dockerd runs, but does not answer; the end of ${logFile}:\n${lastLines(logFile, 8)}`);
}

async function waitForEngine(limitMs: number): Promise<FoundEngine | undefined> {
  const until = Date.now() + limitMs;
  for (;;) {
    const found = await findLocalEngine();
    if (found || Date.now() > until) return found;
    await sleep(500);
  }
}

function lastLines(path: string, count: number): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}
