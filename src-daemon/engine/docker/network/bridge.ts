import type Docker from 'dockerode';
import { labels } from '../labels.ts';

const role = 'netns';

/** Bridges that are being looked for or made, by their instance: an engine makes two of one name when it is asked twice. */
const underWay = new WeakMap<Docker, Map<string, Promise<string>>>();

/** Sees to the bridge that this instance's runs with the network go out by; returns its id. */
export function ensureBridge(docker: Docker, instanceId: string): Promise<string> {
  const ofEngine = underWay.get(docker) ?? new Map<string, Promise<string>>();
  underWay.set(docker, ofEngine);
  const waiting = ofEngine.get(instanceId);
  if (waiting !== undefined) return waiting;
  const found = findOrMakeBridge(docker, instanceId).finally(() => ofEngine.delete(instanceId));
  ofEngine.set(instanceId, found);
  return found;
}

async function findOrMakeBridge(docker: Docker, instanceId: string): Promise<string> {
  const [found] = await listBridges(docker, instanceId);
  if (found !== undefined) return found.Id;
  const made: { id: string } = await docker.createNetwork({
    Name: `strongroom-${instanceId}`,
    Driver: 'bridge',
    EnableIPv6: false,
    Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    Labels: { [labels.role]: role, [labels.instance]: instanceId },
  });
  return made.id;
}

/** Removes the bridges of this instance, once no container is on them. */
export async function removeBridges(docker: Docker, instanceId: string): Promise<void> {
  for (const { Id: id } of await listBridges(docker, instanceId)) {
    await docker
      .getNetwork(id)
      .remove()
      .catch((error: unknown) => {
        if ((error as { statusCode?: number }).statusCode !== 404) throw error;
      });
  }
}

function listBridges(docker: Docker, instanceId: string) {
  const label = [`${labels.role}=${role}`, `${labels.instance}=${instanceId}`];
  return docker.listNetworks({ filters: { label } });
}
