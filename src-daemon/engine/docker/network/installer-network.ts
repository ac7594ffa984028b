import { engineFailed } from '../../engine-errors.ts';
import type { PackageSource } from '../../layers.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { headerBytes, serverFailure } from './dns-message.ts';
import { exceptionsFor } from './exceptions.ts';
import type { NameLookup } from './name-lookup.ts';
import { createNameRelay, type NameRelay, type NameServers } from './name-relay.ts';
import { openClosedNetwork, type RunNetwork } from './run-network.ts';

type InstallerPlace = Pick<ImageContext, 'link' | 'log' | 'instanceId' | 'imageId'> & {
  nameServers: NameServers;
  lookup: NameLookup;
};

/**
 * Opens the network of one installation, closed as that of a run is except for its configured index, registry and proxy.
 * @throws AppError `engine_unavailable` where it cannot be made safe
 */
export async function openInstallerNetwork(place: InstallerPlace, source: PackageSource): Promise<RunNetwork> {
  const exceptions = await exceptionsFor(source, place.lookup);
  const relay = exceptions.isExclusive ? refuseNames : createNameRelay(place.nameServers);
  try {
    return await openClosedNetwork({ ...place, relay }, { exceptions });
  } catch (cause) {
    place.log.error({ err: cause }, 'the network of an installer could not be closed');
    throw engineFailed(
      'This engine cannot close private addresses to the installer, so the packages were not installed.',
      cause,
    );
  }
}

/** Answers each query with SERVFAIL: a name would carry data past a proxy that is the only way out. */
const refuseNames: NameRelay = async (query) => (query.length < headerBytes ? undefined : serverFailure(query));
