import type Docker from 'dockerode';
import { labels, passingRoles } from './labels.ts';
import { removed } from './removed.ts';

/** Removes every passing container of this instance, running or not; returns how many there were. */
export async function reapContainers(docker: Docker, instanceId: string): Promise<number> {
  const label = [`${labels.instance}=${instanceId}`];
  const found = await docker.listContainers({ all: true, filters: { label } });
  const passing = found.filter((container) => passingRoles.some((role) => container.Labels[labels.role] === role));
  await Promise.all(passing.map(({ Id: id }) => removeIfThere(docker.getContainer(id))));
  return passing.length;
}

/** Removes a container with everything in it; false where the engine is just removing it. One that is gone is removed. */
export function removeIfThere(container: Docker.Container): Promise<boolean> {
  return removed(container.remove({ force: true, v: true }));
}
