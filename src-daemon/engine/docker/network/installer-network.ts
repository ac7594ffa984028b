import { engineFailed } from '../../engine-errors.ts';
import type { PackageSource } from '../../layers.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { headerBytes, serverFailure } from './dns-message.ts';
import { exceptionsFor } from './exceptions.ts';
import type { NameLookup } from './name-lookup.ts';
import { createNameRelay, type NameRelay, type NameServers } from './name-relay.ts';
import { openClosedNetwork, type RunNetwork } from './run-network.ts';

type InstallerContext = Pick<ImageContext, 'link' | 'log' | 'instanceId' | 'imageId'> & {
  nameServers: NameServers;
  lookup: NameLookup;
};

/**
 * Opens the network of one installation. It is closed as that of a run, except for the configured index, registry and
 * proxy.
 * @throws AppError `engine_unavailable` if the network cannot be closed
 */
export async function openInstallerNetwork(context: InstallerContext, source: PackageSource): Promise<RunNetwork> {
  const exceptions = await exceptionsFor(source, context.lookup);
  const relay = exceptions.isExclusive ? refuseNames : createNameRelay(context.nameServers);
  try {
    return await openClosedNetwork({ ...context, relay }, { exceptions });
  } catch (cause) {
    context.log.error({ err: cause }, 'the network of an installer could not be closed');
    throw engineFailed(
      'This engine cannot close private addresses to the installer, so the packages were not installed.',
      cause,
    );
  }
}

/** Answers each query with SERVFAIL: with a proxy as the only way out, a DNS query could still carry data out. */
const refuseNames: NameRelay = async (query) => (query.length < headerBytes ? undefined : serverFailure(query));
