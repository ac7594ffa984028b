import type Docker from 'dockerode';
import type { EngineLink } from '../link/engine-link.ts';
import { createNetwork } from '../sandbox/create-call.ts';
import { labels } from '../sandbox/labels.ts';
import { labelsOf, type Owner } from '../sandbox/reap.ts';

const role = 'netns';

/** Searches and creations in progress, by process id: two simultaneous calls would create two bridges of one name. */
const underWay = new WeakMap<Docker, Map<string, Promise<string>>>();

/** The only process that uses a bridge. The bridge of another process may be removed by that process's remover. */
type BridgeOwner = Required<Owner>;

/**
 * Finds or creates the bridge for this process's runs with network access, and returns its id.
 * @throws UnfitEngineError if the engine warns that it ignores one of the options
 */
export function ensureBridge(link: EngineLink, instanceId: string): Promise<string> {
  const { docker, processId } = link;
  const ofEngine = underWay.get(docker) ?? new Map<string, Promise<string>>();
  underWay.set(docker, ofEngine);
  const waiting = ofEngine.get(processId);
  if (waiting !== undefined) return waiting;
  const found = findOrMakeBridge(link, { instanceId, processId }).finally(() => ofEngine.delete(processId));
  ofEngine.set(processId, found);
  return found;
}

async function findOrMakeBridge(link: EngineLink, owner: BridgeOwner): Promise<string> {
  const { instanceId, processId } = owner;
  const [found] = await listBridges(link.docker, owner);
  if (found !== undefined) return found.Id;
  return createNetwork(link, {
    Name: `strongroom-${instanceId}-${processId}`,
    Driver: 'bridge',
    EnableIPv6: false,
    Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    Labels: { [labels.role]: role, [labels.instance]: instanceId, [labels.process]: processId },
  });
}

/** Removes the bridges of an owner that no container uses. */
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
