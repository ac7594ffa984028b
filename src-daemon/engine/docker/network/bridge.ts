import type Docker from 'dockerode';
import type { EngineLink } from '../link/engine-link.ts';
import { createNetwork } from '../sandbox/create-call.ts';
import { labels } from '../sandbox/labels.ts';
import { labelsOf, type Owner } from '../sandbox/reap.ts';

const role = 'netns';

/** Bridges that are being looked for or made, by their process: an engine makes two of one name when it is asked twice. */
const underWay = new WeakMap<Docker, Map<string, Promise<string>>>();

/** The one process that uses a bridge: another's may be removed by the remover of a process that was killed. */
type BridgeOwner = Required<Owner>;

/**
 * Finds or makes the bridge that this process's runs with the network go out by; returns its id.
 * @throws UnfitEngineError where the engine warns that it ignores one of its options
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
