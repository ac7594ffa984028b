import type Docker from 'dockerode';
import { labels } from '../labels.ts';
import { labelsOf, type Owner } from '../reap.ts';

const role = 'netns';

/** Bridges that are being looked for or made, by their process: an engine makes two of one name when it is asked twice. */
const underWay = new WeakMap<Docker, Map<string, Promise<string>>>();

/** The one process that uses a bridge: another's may be removed by the remover of a process that was killed. */
type BridgeOwner = Required<Owner>;

/** Sees to the bridge that this process's runs with the network go out by; returns its id. */
export function ensureBridge(docker: Docker, owner: BridgeOwner): Promise<string> {
  const { processId } = owner;
  const ofEngine = underWay.get(docker) ?? new Map<string, Promise<string>>();
  underWay.set(docker, ofEngine);
  const waiting = ofEngine.get(processId);
  if (waiting !== undefined) return waiting;
  const found = findOrMakeBridge(docker, owner).finally(() => ofEngine.delete(processId));
  ofEngine.set(processId, found);
  return found;
}

async function findOrMakeBridge(docker: Docker, owner: BridgeOwner): Promise<string> {
  const { instanceId, processId } = owner;
  const [found] = await listBridges(docker, owner);
  if (found !== undefined) return found.Id;
  const made: { id: string } = await docker.createNetwork({
    Name: `strongroom-${instanceId}-${processId}`,
    Driver: 'bridge',
    EnableIPv6: false,
    Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    Labels: { [labels.role]: role, [labels.instance]: instanceId, [labels.process]: processId },
  });
  return made.id;
}

/** Removes the bridges of an owner, once no container is on them. */
export async function removeBridges(docker: Docker, owner: Owner): Promise<void> {
  for (const { Id: id } of await listBridges(docker, owner)) {
    await docker
      .getNetwork(id)
      .remove()
      .catch((error: unknown) => {
        if ((error as { statusCode?: number }).statusCode !== 404) throw error;
      });
  }
}

function listBridges(docker: Docker, owner: Owner) {
  const label = [`${labels.role}=${role}`, ...labelsOf(owner)];
  return docker.listNetworks({ filters: { label } });
}
