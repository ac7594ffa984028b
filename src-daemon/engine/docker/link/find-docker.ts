import { Agent } from 'node:http';
import { inspect } from 'node:util';
import type DockerClient from 'dockerode';
import { parseEngineHost } from '../../../../src-shared-node/engine/engine-address.ts';
import { type EngineSearch, findEngine } from '../../../../src-shared-node/engine/find-engine.ts';
import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { Docker } from './dockerode.ts';

/** The variables that decide which engine is used, as the Docker command line reads them. */
export type DockerEnvironment = Environment;

export interface FoundDocker {
  docker: DockerClient;
  /** As `connectTo` takes it. */
  host: string;
  /** The setting or the socket that names the engine: `DOCKER_HOST`, `/var/run/docker.sock`. */
  origin: string;
}

/**
 * Finds the first engine that answers and returns a client for it.
 * @throws NoEngineError
 */
export async function findDocker(search: EngineSearch): Promise<FoundDocker> {
  const { host, origin } = await findEngine(search);
  const docker = connectTo(host);
  if (docker === undefined) throw new Error(`${host} is not an engine on this machine`);
  return { docker, host, origin };
}

/**
 * Opens a new connection for each call: an engine that shuts down still answers on open connections, but accepts no new
 * ones. docker-modem describes every call to its debug log, whether the log is on or not. With all of an agent's open
 * sockets in it, that description takes two thirds of the daemon's processor time.
 */
class CallAgent extends Agent {
  [inspect.custom](): string {
    return 'CallAgent';
  }
}

const nowhere = { host: undefined, port: undefined, protocol: 'http', agent: new CallAgent() } as object;

/**
 * Returns a client of the engine at `unix:///path`, `npipe://path` or a loopback address (`tcp://127.0.0.1:2375`), or
 * undefined for an engine elsewhere. It opens no connection yet.
 */
export function connectTo(host: string): DockerClient | undefined {
  const address = parseEngineHost(host);
  // `host` and `port` are passed even when unset, because dockerode reads DOCKER_HOST otherwise.
  return address && new Docker({ ...nowhere, ...address });
}
