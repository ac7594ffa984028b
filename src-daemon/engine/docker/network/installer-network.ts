import { engineFailed } from '../../engine-errors.ts';
import type { NameLookup } from '../../installer/name-lookup.ts';
import type { LayerHooks, LayerOrder } from '../../layers.ts';
import { createRefusalReport } from '../../refused-host.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { headerBytes, nameIn, noSuchName } from './dns-message.ts';
import { exceptionsFor } from './exceptions.ts';
import type { NameForwarder } from './name-forwarder.ts';
import { openClosedNetwork, type RunNetwork } from './run-network.ts';

type InstallerContext = Pick<ImageContext, 'link' | 'log' | 'instanceId' | 'imageId'> & { lookup: NameLookup };

/**
 * Opens the network of one installation. It is closed except for the hosts of the order's index or registry, or the proxy.
 * Each other name that is asked for is a line of the installation's log.
 * @throws LayerError `installer` for a host that cannot be reached; AppError `engine_unavailable` if the network cannot be
 *   closed
 */
export async function openInstallerNetwork(
  { lookup, ...context }: InstallerContext,
  order: Pick<LayerOrder, 'packageManager' | 'source'>,
  onLine: LayerHooks['onLine'],
): Promise<RunNetwork> {
  const exceptions = await exceptionsFor(order, lookup);
  const isKnown = (name: string) => exceptions.hosts.some((entry) => entry.startsWith(`${name}:`));
  const forwarder = createNameRefusal(isKnown, createRefusalReport(onLine));
  try {
    return await openClosedNetwork({ ...context, forwarder }, { exceptions });
  } catch (cause) {
    context.log.error({ err: cause }, 'the network of an installer could not be closed');
    throw engineFailed(
      'This engine cannot limit the installer to the package index, so the packages were not installed.',
      cause,
    );
  }
}

/**
 * Creates the forwarder of an installer. It answers each query with NXDOMAIN and forwards none, because a name could carry data
 * out. The hosts of the package index are in the container's hosts file.
 * @param isKnown returns true for a name of the hosts file, which is not reported
 * @param onRefused called for each other name that could be a host
 */
function createNameRefusal(isKnown: (name: string) => boolean, onRefused: (name: string) => void): NameForwarder {
  function report(name: string): void {
    // Names without a dot and reverse lookups are about the container itself.
    if (name.includes('.') && !name.endsWith('.arpa') && !isKnown(name)) onRefused(name);
  }

  return async (query) => {
    if (query.length < headerBytes) return undefined;
    report(nameIn(query));
    return noSuchName(query);
  };
}
