import { dockerOfTests, listContainers } from '../engine/docker.ts';

/**
 * Returns the number of containers of an instance with this memory limit, running, paused or not. A sandbox that was warm has
 * no label with its id, so a test gives a sandbox whose container it looks for a memory limit of its own.
 */
export async function countContainers(instance: string, memoryMb: number): Promise<number> {
  const limits = await Promise.all((await listContainers(instance)).map(memoryOf));
  return limits.filter((limit) => limit === memoryMb * 1024 * 1024).length;
}

/** Returns the memory limit of a container in bytes; undefined if it no longer exists. */
async function memoryOf(id: string): Promise<number | undefined> {
  const found = await dockerOfTests()
    .getContainer(id)
    .inspect()
    .catch(() => undefined);
  return found?.HostConfig.Memory;
}
