import type Docker from 'dockerode';
import type { ContainerCreateOptions, NetworkCreateOptions } from 'dockerode';
import type { EngineLink } from '../link/engine-link.ts';
import { removeIfThere } from './reap.ts';

/** The engine's answer to a create call. A container has a list of warnings, a network has one text. */
interface Created {
  Id: string;
  Warnings?: unknown;
  Warning?: unknown;
}

type CreateContext = Pick<EngineLink, 'docker' | 'warnings'>;

/**
 * Creates a container. dockerode's own call drops the warnings that an engine sends when it ignores a limit.
 * @throws UnfitEngineError if the engine ignores an option; the container is removed
 */
export async function createContainer(
  { docker, warnings }: CreateContext,
  { name, ...options }: ContainerCreateOptions,
): Promise<Docker.Container> {
  const created = name === undefined ? options : { _query: { name }, _body: options };
  const path = name === undefined ? '/containers/create' : '/containers/create?';
  const { Id: id, Warnings: given } = await post(docker, path, created);
  const container = docker.getContainer(id);
  try {
    warnings.readCreated(given);
  } catch (error) {
    await removeIfThere(container).catch(() => {});
    throw error;
  }
  return container;
}

/**
 * Creates a network and returns its id.
 * @throws UnfitEngineError if the engine ignores an option; the network is removed
 */
export async function createNetwork(
  { docker, warnings }: CreateContext,
  options: NetworkCreateOptions,
): Promise<string> {
  const { Id: id, Warning: given } = await post(docker, '/networks/create', options);
  try {
    warnings.readCreated(given);
  } catch (error) {
    await docker
      .getNetwork(id)
      .remove()
      .catch(() => {});
    throw error;
  }
  return id;
}

const statusCodes = {
  ...{ 200: true, 201: true },
  ...{ 400: 'bad parameter', 403: 'forbidden', 404: 'not found', 409: 'conflict', 500: 'server error' },
};

function post(docker: Docker, path: string, options: object): Promise<Created> {
  return new Promise((resolve, reject) => {
    docker.modem.dial({ path, method: 'POST', options, statusCodes }, (error: unknown, answer: unknown) => {
      if (error) reject(error);
      else resolve(answer as Created);
    });
  });
}
