import type DockerClient from 'dockerode';
import { requireWithPresets } from '../../../core/preset-module.ts';

/**
 * The client of the Docker engine's API. Modules that dockerode and docker-modem load at once for what the daemon never
 * does are left out: BuildKit sessions (gRPC) and engines behind SSH, which find-docker.ts refuses. They take 6 MiB.
 */
export const Docker = requireWithPresets<typeof DockerClient>('dockerode', () => ({
  './session': refuse,
  'docker-modem/lib/ssh': refuse,
}));

function refuse(): never {
  throw new Error('this part of dockerode is not loaded: see engine/docker/dockerode.ts');
}
