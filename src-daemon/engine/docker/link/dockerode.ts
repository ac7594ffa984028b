import type DockerClient from 'dockerode';
import { requireWithPresets } from '../../../core/preset-module.ts';

/**
 * The client of the Docker engine's API. It does not load two modules of dockerode and docker-modem that the daemon never
 * uses and that take 6 MiB: BuildKit sessions (gRPC) and engines behind SSH, which find-docker.ts refuses.
 */
export const Docker = requireWithPresets<typeof DockerClient>('dockerode', () => ({
  './session': refuse,
  'docker-modem/lib/ssh': refuse,
}));

function refuse(): never {
  throw new Error('this part of dockerode is not loaded: see engine/docker/link/dockerode.ts');
}
