/** The engine of the tests, asked directly and not through the product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { inject } from 'vitest';
import { connectTo } from './connect-docker.ts';
import './engine-presence.ts';

/** The engine that the tests use. Its calls fail where none answers. */
export function dockerOfTests(): Docker {
  return connectTo(inject('engine')?.host ?? 'unix:///nonexistent');
}

/** The id that a data folder's daemon labels its containers with. */
export function instanceOf(dataDir: string): string {
  return JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')).instanceId;
}

/** The ids of an instance's containers, running or not: those of runs and those that wait for one. */
export async function listContainers(instance: string): Promise<string[]> {
  const label = [`app.strongroom.instance=${instance}`];
  const found = await dockerOfTests().listContainers({ all: true, filters: { label } });
  return found.map(({ Id: id }) => id);
}

/** The ids of an instance's containers that install packages. */
export async function listInstallers(instance: string): Promise<string[]> {
  const label = [`app.strongroom.instance=${instance}`, 'app.strongroom.role=installer'];
  const found = await dockerOfTests().listContainers({ all: true, filters: { label } });
  return found.map(({ Id: id }) => id);
}

/** The names of an instance's volumes, sorted: it keeps one for each installed package list. */
export async function listLayers(instance: string): Promise<string[]> {
  const filters = JSON.stringify({ label: [`app.strongroom.instance=${instance}`] });
  const { Volumes: volumes } = await dockerOfTests().listVolumes({ filters });
  return (volumes ?? []).map(({ Name: name }) => name).toSorted();
}

/** Removes a volume with the containers that use it, among them those that wait for a run. */
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
