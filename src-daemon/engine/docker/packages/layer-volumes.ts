import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { labels } from '../sandbox/labels.ts';
import { removed } from '../sandbox/removed.ts';

/** Where the installer writes a layer; the folder's owner in its image is the new volume's. */
export const layerFolder = '/layer';

const role = 'layer';
const prefix = 'strongroom-layer-';

/** Whether a name is that of a layer of this engine. */
export function isLayerVolume(name: string): boolean {
  return name.startsWith(prefix);
}

/** Makes an empty volume for a layer of this instance; its name is the layer's id. */
export async function createLayerVolume(docker: Docker, instanceId: string): Promise<string> {
  const name = `${prefix}${randomBytes(12).toString('hex')}`;
  await docker.createVolume({ Name: name, Labels: { [labels.role]: role, [labels.instance]: instanceId } });
  return name;
}

/** The names of this instance's layers, half-made ones of an earlier daemon among them. */
export async function listLayerVolumes(docker: Docker, instanceId: string): Promise<string[]> {
  const filters = JSON.stringify({ label: [`${labels.role}=${role}`, `${labels.instance}=${instanceId}`] });
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  return (volumes ?? []).map((volume) => volume.Name);
}

/** Removes a layer; false while a container uses it. One that is gone already is removed. */
export function removeLayerVolume(docker: Docker, name: string): Promise<boolean> {
  return removed(docker.getVolume(name).remove());
}

/** Whether the layer is there, and is one: mounting one that is not makes an empty volume of that name. */
export async function hasLayerVolume(docker: Docker, name: string): Promise<boolean> {
  try {
    const { Labels: found } = await docker.getVolume(name).inspect();
    return found?.[labels.role] === role;
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return false;
    throw error;
  }
}
