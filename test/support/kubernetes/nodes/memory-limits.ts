/** Containers that reach their memory limit. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';

/**
 * Calls a function with the id of each container with these labels in which the kernel kills a process because of the memory
 * limit, or would kill one: with `OomKillDisable`, processes that need memory stop instead (control groups v1).
 * @returns a function that ends it
 */
export async function followMemoryLimits(
  docker: Docker,
  labels: Readonly<Record<string, string>>,
  onReached: (containerId: string) => void,
): Promise<() => void> {
  const label = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  const events = (await docker.getEvents({ filters: { type: ['container'], event: ['oom'], label } })) as Readable;
  events.on('error', () => {});
  createInterface({ input: events }).on('line', (line) => {
    const { Actor: actor } = JSON.parse(line) as { Actor?: { ID?: string } };
    onReached(actor?.ID ?? '');
  });
  return () => events.destroy();
}
