import type Docker from 'dockerode';
import { labels, passingRoles } from './labels.ts';

/** Removes every passing container of this instance, running or not; returns how many there were. */
export async function reapContainers(docker: Docker, instanceId: string): Promise<number> {
  const label = [`${labels.instance}=${instanceId}`];
  const found = await docker.listContainers({ all: true, filters: { label } });
  const passing = found.filter((container) => passingRoles.some((role) => container.Labels[labels.role] === role));
  await Promise.all(passing.map(({ Id: id }) => removeIfThere(docker.getContainer(id))));
  return passing.length;
}

/** Removes a container with everything in it; one that is gone or just going is no error. */
export async function removeIfThere(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode;
    if (status !== 404 && status !== 409) throw error;
  }
}
