import { engineFailed } from '../../engine-errors.ts';
import type { LayerHooks, LayerOrder } from '../../layers.ts';
import { refusedHostLine } from '../../refused-host.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { exceptionsFor } from './exceptions.ts';
import type { NameLookup } from './name-lookup.ts';
import { createNameRefusal } from './refuse-names.ts';
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
  const forwarder = createNameRefusal(isKnown, (name) => onLine(refusedHostLine(name)));
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
