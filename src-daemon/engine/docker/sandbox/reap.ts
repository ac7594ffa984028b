import type Docker from 'dockerode';
import { labels, passingRoles } from './labels.ts';
import { removed } from './removed.ts';

/** The owner of containers and bridges: an instance, or one process of it. */
export interface Owner {
  instanceId: string;
  processId?: string;
}

/** Returns the filter that lists what an owner created at an engine. */
export function labelsOf({ instanceId, processId }: Owner): string[] {
  return [`${labels.instance}=${instanceId}`, ...(processId === undefined ? [] : [`${labels.process}=${processId}`])];
}

/** Removes every temporary container of an owner, running or not. Returns their number. */
export async function reapContainers(docker: Docker, owner: Owner): Promise<number> {
  const label = labelsOf(owner);
  const found = await docker.listContainers({ all: true, filters: { label } });
  const passing = found.filter((container) => passingRoles.some((role) => container.Labels[labels.role] === role));
  await Promise.all(passing.map(({ Id: id }) => removeIfThere(docker.getContainer(id))));
  return passing.length;
}

/** Removes a container and its volumes. Returns false if its removal was already in progress. */
export function removeIfThere(container: Docker.Container): Promise<boolean> {
  return removed(container.remove({ force: true, v: true }));
}
