import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isPrivateFolder } from '../private-file.ts';
import type { Environment } from '../runtime-dir.ts';
import { parseEngineHost } from './engine-address.ts';
import { NotAnEngineError, readEngineVersion } from './engine-version.ts';

export interface EngineSearch {
  /** The folder where `npm run engine` writes `engine.json`. */
  runtimeDir: string;
  /** The variables that the Docker command line reads: DOCKER_HOST, DOCKER_CONTEXT, DOCKER_CONFIG. */
  environment: Environment;
}

interface Candidate {
  /** The setting that names the engine, or the path of its socket: `DOCKER_HOST`, `/var/run/docker.sock`. */
  origin: string;
  /** A value for DOCKER_HOST: `unix:///var/run/docker.sock`. */
  host: string;
}

export interface FoundEngine extends Candidate {
  version: string;
}

/** Signs of an engine at the addresses of engines, of which none answers. */
export interface EngineTraces {
  /** True if a socket of an engine exists. */
  isInstalled: boolean;
  /** True if one accepts connections without an answer, or answers with a server error: an engine that starts does so. */
  isStarting: boolean;
}

/** No engine answers. The message lists the addresses that were tried. */
export class NoEngineError extends Error {
  override readonly name = 'NoEngineError';
  readonly traces: EngineTraces;

  constructor(message: string, traces: EngineTraces) {
    super(message);
    this.traces = traces;
  }
}

/** The default socket of Docker on Linux and macOS. */
export const defaultSocket = '/var/run/docker.sock';

/** The file in which `npm run engine` records the socket of an engine that does not use the default socket. */
export function engineFilePath(runtimeDir: string): string {
  return join(runtimeDir, 'engine.json');
}

/**
 * Finds the first engine that answers. The order is DOCKER_HOST, the Docker context, `engine.json` of the runtime folder,
 * then the usual sockets of Docker, Docker Desktop and Podman. Engines on other machines are never used.
 * @throws NoEngineError
 */
export async function findEngine(search: EngineSearch): Promise<FoundEngine> {
  const failures: string[] = [];
  let isStarting = false;
  for (const candidate of await listCandidates(search)) {
    const address = parseEngineHost(candidate.host);
    if (address === undefined) {
      failures.push(`${candidate.origin} names an engine that is not on this machine`);
      continue;
    }
    try {
      return { ...candidate, version: await readEngineVersion(address) };
    } catch (error) {
      isStarting ||= isOfStart(error);
      const reason = reasonOf(error);
      if (reason !== undefined) failures.push(`${candidate.origin} ${reason}`);
    }
  }
  const message =
    failures.length === 0 ? 'No Docker engine was found.' : `No Docker engine answers: ${failures.join('; ')}.`;
  throw new NoEngineError(message, { isInstalled: failures.length > 0, isStarting });
}

async function listCandidates({ runtimeDir, environment }: EngineSearch): Promise<Candidate[]> {
  // The user chose this engine, so no other engine is used.
  if (environment.DOCKER_HOST) return [{ origin: 'DOCKER_HOST', host: environment.DOCKER_HOST }];
  const context = await readContextHost(environment);
  const ownSocket = await readEngineFile(runtimeDir);
  return [
    ...(context === undefined ? [] : [{ origin: 'the Docker context', host: context }]),
    ...(ownSocket === undefined ? [] : [{ origin: 'engine.json', host: `unix://${ownSocket}` }]),
    ...wellKnownSockets(environment).map((path) => ({ origin: path, host: hostOf(path) })),
  ];
}

async function readEngineFile(runtimeDir: string): Promise<string | undefined> {
  // Without XDG_RUNTIME_DIR it is among the temporary files, where another user may have created it.
  if (!isPrivateFolder(runtimeDir)) return undefined;
  try {
    const { socketPath } = JSON.parse(await readFile(engineFilePath(runtimeDir), 'utf8')) as { socketPath?: unknown };
    return typeof socketPath === 'string' ? socketPath : undefined;
  } catch {
    return undefined;
  }
}

function wellKnownSockets(environment: Environment): string[] {
  if (process.platform === 'win32') return ['//./pipe/docker_engine', '//./pipe/dockerDesktopLinuxEngine'];
  const home = homedir();
  const runtime = environment.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid?.() ?? 0}`;
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

function hostOf(path: string): string {
  return path.startsWith('//') ? `npipe://${path}` : `unix://${path}`;
}

/** Returns true for an error that an engine causes while it starts: it keeps the connection waiting, or is not ready. */
function isOfStart(error: unknown): boolean {
  if (error instanceof NotAnEngineError) return error.isServerError;
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** Returns undefined if there is no such socket, which needs no mention. */
function reasonOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT') return undefined;
  if (code === 'EACCES') return 'cannot be used by this user (permission denied)';
  if (code === 'ECONNREFUSED') return 'refuses connections';
  return 'does not answer as a Docker engine';
}

/**
 * Returns the engine of the current Docker context (`docker context use`, DOCKER_CONTEXT), or undefined for the default
 * context. Layout: docker/cli `cli/context/store` (the folder of a context is the SHA-256 of its name).
 */
async function readContextHost(environment: Environment): Promise<string | undefined> {
  const folder = environment.DOCKER_CONFIG || join(homedir(), '.docker');
  const name = environment.DOCKER_CONTEXT || (await readJson(join(folder, 'config.json')))?.currentContext;
  if (typeof name !== 'string' || name === 'default') return undefined;
  const id = createHash('sha256').update(name).digest('hex');
  const meta = await readJson(join(folder, 'contexts/meta', id, 'meta.json'));
  const endpoints = meta?.Endpoints as { docker?: { Host?: unknown } } | undefined;
  const host = endpoints?.docker?.Host;
  return typeof host === 'string' && host !== '' ? host : undefined;
}

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
