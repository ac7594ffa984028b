import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { labels } from '../sandbox/labels.ts';
import { removed } from '../sandbox/removed.ts';

const role = 'layer';
const prefix = 'strongroom-layer-';

/** Returns true if a name is that of a layer of this engine. */
export function isLayerVolume(name: string): boolean {
  return name.startsWith(prefix);
}

/** Creates an empty volume for a layer of this instance. Its name is the layer's id. */
export async function createLayerVolume(docker: Docker, instanceId: string): Promise<string> {
  const name = `${prefix}${randomBytes(12).toString('hex')}`;
  await docker.createVolume({ Name: name, Labels: { [labels.role]: role, [labels.instance]: instanceId } });
  return name;
}

/** Returns the names of this instance's layers, including incomplete ones of an earlier daemon. */
export async function listLayerVolumes(docker: Docker, instanceId: string): Promise<string[]> {
  const filters = JSON.stringify({ label: [`${labels.role}=${role}`, `${labels.instance}=${instanceId}`] });
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  return (volumes ?? []).map((volume) => volume.Name);
}

/** Removes a layer. Returns false if a container uses it, true if it is removed or did not exist. */
export function removeLayerVolume(docker: Docker, name: string): Promise<boolean> {
  return removed(docker.getVolume(name).remove());
}

/** Returns true if the layer exists. Checks its label: mounting a removed layer creates an empty volume of its name. */
export async function hasLayerVolume(docker: Docker, name: string): Promise<boolean> {
  try {
    const { Labels: found } = await docker.getVolume(name).inspect();
    return found?.[labels.role] === role;
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return false;
    throw error;
  }
}
