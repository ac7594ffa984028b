/** Direct access to the Docker engine of the tests, without the product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { inject } from 'vitest';
import { connectTo } from './connect-docker.ts';
import './engine-presence.ts';

/** Returns a client of the tests' engine. Its calls fail if no engine answers. */
export function dockerOfTests(): Docker {
  return connectTo(inject('engine')?.host ?? 'unix:///nonexistent');
}

/** Returns the instance id of a data folder, with which the daemon labels its containers. */
export function instanceOf(dataDir: string): string {
  return JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')).instanceId;
}

/** Returns the ids of an instance's containers, running or not, including warm ones. */
export async function listContainers(instance: string): Promise<string[]> {
  const label = [`app.strongroom.instance=${instance}`];
  const found = await dockerOfTests().listContainers({ all: true, filters: { label } });
  return found.map(({ Id: id }) => id);
}

/** Returns the ids of an instance's installer containers. */
export async function listInstallers(instance: string): Promise<string[]> {
  const label = [`app.strongroom.instance=${instance}`, 'app.strongroom.role=installer'];
  const found = await dockerOfTests().listContainers({ all: true, filters: { label } });
  return found.map(({ Id: id }) => id);
}

/** Returns the names of an instance's volumes, sorted. It has one for each installed package list. */
export async function listLayers(instance: string): Promise<string[]> {
  const filters = JSON.stringify({ label: [`app.strongroom.instance=${instance}`] });
  const { Volumes: volumes } = await dockerOfTests().listVolumes({ filters });
  return (volumes ?? []).map(({ Name: name }) => name).toSorted();
}

/** Removes a volume and the containers that use it, including warm ones. */
export async function removeByForce(volume: string): Promise<void> {
  for (;;) {
    const users = await dockerOfTests().listContainers({ all: true, filters: { volume: [volume] } });
    for (const { Id: id } of users)
      await dockerOfTests()
        .getContainer(id)
        .remove({ force: true })
        .catch(() => undefined);
    try {
      return await dockerOfTests().getVolume(volume).remove();
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode !== 409) throw error;
    }
  }
}
