import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type DockerClient from 'dockerode';
import { isPrivateFolder } from '../../../../src-shared-node/private-file.ts';
import { within } from '../../../../src-shared-node/within.ts';
import { readContextHost } from './docker-context.ts';
import { Docker } from './dockerode.ts';

/** The variables that decide which engine is used, as the Docker command line reads them. */
export type DockerEnvironment = Readonly<Record<string, string | undefined>>;

export interface FoundDocker {
  docker: DockerClient;
  /** As `connectTo` takes it. */
  host: string;
  /** Where it was found, in words for a log: `DOCKER_HOST`, `/var/run/docker.sock`. */
  origin: string;
}

interface Candidate {
  origin: string;
  host: string;
}

export interface Search {
  runtimeDir: string;
  environment: DockerEnvironment;
}

const answerLimitMs = 3000;

/**
 * Finds the first engine that answers: `DOCKER_HOST`, the Docker context, `engine.json` of the runtime folder, then
 * the places where Docker, Docker Desktop and podman put their sockets. Only engines of this machine are used: code
 * and secrets do not leave it.
 * @throws Error with words for people when none answers
 */
export async function findDocker(search: Search): Promise<FoundDocker> {
  const tried: string[] = [];
  for (const candidate of await listCandidates(search)) {
    const docker = connectTo(candidate.host);
    if (docker === undefined) {
      tried.push(`${candidate.origin} names an engine that is not on this machine`);
      continue;
    }
    try {
      await within(answerLimitMs, docker.ping());
      return { docker, ...candidate };
    } catch (error) {
      tried.push(`${candidate.origin} ${reasonOf(error)}`);
    }
  }
  const told = tried.filter((line) => !line.endsWith('absent'));
  throw new Error(told.length === 0 ? 'No Docker engine was found.' : `No Docker engine answers: ${told.join('; ')}.`);
}

async function listCandidates({ runtimeDir, environment }: Search): Promise<Candidate[]> {
  // Said by the user, so it alone counts.
  if (environment.DOCKER_HOST) return [{ origin: 'DOCKER_HOST', host: environment.DOCKER_HOST }];
  const context = await readContextHost(environment);
  const own = await readOwnEngine(runtimeDir);
  return [
    ...(context === undefined ? [] : [{ origin: 'the Docker context', host: context }]),
    ...(own === undefined ? [] : [{ origin: 'engine.json', host: `unix://${own}` }]),
    ...knownSockets(environment).map((path) => ({ origin: path, host: pathToHost(path) })),
  ];
}

/** The engine that `npm run engine` started beside another. */
async function readOwnEngine(runtimeDir: string): Promise<string | undefined> {
  // Without XDG_RUNTIME_DIR it is among the temporary files, where another user may have put one in its place.
  if (!isPrivateFolder(runtimeDir)) return undefined;
  try {
    const { socketPath } = JSON.parse(await readFile(join(runtimeDir, 'engine.json'), 'utf8')) as {
      socketPath?: unknown;
    };
    return typeof socketPath === 'string' ? socketPath : undefined;
  } catch {
    return undefined;
  }
}

function knownSockets(environment: DockerEnvironment): string[] {
  if (process.platform === 'win32') return ['//./pipe/docker_engine', '//./pipe/dockerDesktopLinuxEngine'];
  const home = homedir();
  const runtime = environment.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid?.() ?? 0}`;
  return [
    '/var/run/docker.sock',
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

function pathToHost(path: string): string {
  return path.startsWith('//') ? `npipe://${path}` : `unix://${path}`;
}

/**
 * A connection of its own for each call: an engine that shuts down still answers on those that are open, and takes no
 * new. docker-modem describes every call to its debug log, whether it is on or not: with all of an agent's open sockets
 * that is two thirds of the daemon's work.
 */
class CallAgent extends Agent {
  [inspect.custom](): string {
    return 'CallAgent';
  }
}

const nowhere = { host: undefined, port: undefined, protocol: 'http', agent: new CallAgent() } as object;

/**
 * A connection to the engine at `unix:///path`, `npipe://path` or a loopback address (`tcp://127.0.0.1:2375`), which is
 * not opened yet. Undefined for an engine elsewhere. `host` and `port` are given even when unset: dockerode reads DOCKER_HOST itself.
 */
export function connectTo(host: string): DockerClient | undefined {
  const local = /^(?:unix|npipe):\/\/(.+)$/.exec(host);
  if (local?.[1] !== undefined) return new Docker({ ...nowhere, socketPath: local[1] });
  const loopback = /^(?:tcp|http):\/\/(localhost|127\.0\.0\.1|\[::1\]):(\d+)\/?$/.exec(host);
  if (loopback === null) return undefined;
  return new Docker({ ...nowhere, protocol: 'http', host: loopback[1] ?? '', port: Number(loopback[2]) });
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === 'ENOENT') return 'is absent';
  if (code === 'EACCES') return 'may not be used by this user';
  if (code === 'ECONNREFUSED') return 'is dead';
  return 'does not answer';
}
