import type Docker from 'dockerode';
import { until } from '../../../support/until.ts';

/**
 * Removes the images with a label, each once no container of it is left. A run ends before its container is removed, and
 * Docker answers 409 for the image of a container that runs, even with `force`.
 *
 * @param label as `name=value`
 */
export async function removeImages(docker: Docker, label: string): Promise<void> {
  for (const { Id: id } of await docker.listImages({ filters: { label: [label] } })) {
    await until(async () => (await containersFrom(docker, id)) === 0);
    await docker.getImage(id).remove({ force: true });
  }
}

async function containersFrom(docker: Docker, image: string): Promise<number> {
  return (await docker.listContainers({ all: true, filters: { ancestor: [image] } })).length;
}
