import type Docker from 'dockerode';
import { labels, passingRoles } from './labels.ts';
import { removed } from './removed.ts';

/** Whose containers and bridges: those of an instance, or of one process of it alone. */
export interface Owner {
  instanceId: string;
  processId?: string;
}

/** The filter of what an owner made at an engine. */
export function labelsOf({ instanceId, processId }: Owner): string[] {
  return [`${labels.instance}=${instanceId}`, ...(processId === undefined ? [] : [`${labels.process}=${processId}`])];
}

/** Removes every passing container of an owner, running or not; returns how many there were. */
export async function reapContainers(docker: Docker, owner: Owner): Promise<number> {
  const label = labelsOf(owner);
  const found = await docker.listContainers({ all: true, filters: { label } });
  const passing = found.filter((container) => passingRoles.some((role) => container.Labels[labels.role] === role));
  await Promise.all(passing.map(({ Id: id }) => removeIfThere(docker.getContainer(id))));
  return passing.length;
}

/** Removes a container with everything in it; false where the engine is just removing it. One that is gone is removed. */
export function removeIfThere(container: Docker.Container): Promise<boolean> {
  return removed(container.remove({ force: true, v: true }));
}
