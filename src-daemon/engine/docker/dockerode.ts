import { createRequire, Module } from 'node:module';
import type DockerClient from 'dockerode';

/**
 * Modules that dockerode and docker-modem load at once for what the daemon never does: BuildKit sessions (gRPC) and
 * engines behind SSH, which find-docker.ts refuses. They take 6 MiB.
 */
const unusedModules = ['./session', 'docker-modem/lib/ssh'];

/** The client of the Docker engine's API, without the parts that are never used. */
export const Docker = loadDockerode();

function loadDockerode(): typeof DockerClient {
  // As dockerode itself finds them.
  const require = createRequire(createRequire(import.meta.url).resolve('dockerode'));
  for (const name of unusedModules) {
    const path = require.resolve(name);
    require.cache[path] ??= Object.assign(new Module(path), { filename: path, loaded: true, exports: refuse });
  }
  return require('dockerode');
}

function refuse(): never {
  throw new Error('this part of dockerode is not loaded: see engine/docker/dockerode.ts');
}
