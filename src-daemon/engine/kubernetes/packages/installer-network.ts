import { isIP } from 'node:net';
import type { EffectiveRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { isClosedAddress } from '../../../egress/closed-ranges.ts';
import type { EgressHooks, EgressPolicy } from '../../../egress/policy.ts';
import { findIndexAddresses, type IndexAddress } from '../../installer/index-addresses.ts';
import type { NameLookup } from '../../installer/name-lookup.ts';
import { LayerError, type LayerHooks, type LayerOrder } from '../../layers.ts';
import { createRefusalReport } from '../../refused-host.ts';

/** The network of one installation: the daemon connects the hosts of the package index, and nothing else. */
export interface InstallerNetwork {
  policy: EgressPolicy;
  hooks: EgressHooks;
  /** The order as the installer gets it. */
  order: LayerOrder;
}

/** Name of a proxy that is configured by its address: a sandbox connects names only. */
const proxyName = 'proxy.strongroom.internal';

/** @throws LayerError `installer` for a host that cannot be reached, or an index without a name */
export async function planInstallerNetwork(
  given: LayerOrder,
  lookup: NameLookup,
  onLine: LayerHooks['onLine'],
): Promise<InstallerNetwork> {
  const found = await findIndexAddresses(given, lookup);
  const proxy = URL.parse(given.source.proxy ?? '');
  const named = found.map((one) => (one.host === proxy?.hostname ? nameProxy(one, proxy) : one));
  const unnamed = named.find(({ host }) => isIP(host.replace(/^\[|\]$/g, '')) !== 0);
  if (unnamed !== undefined) throw withoutName(unnamed.host);
  const isNamedProxy = proxy !== null && named.some(({ host }) => host === proxyName);
  const order = isNamedProxy ? { ...given, source: { ...given.source, proxy: withHost(proxy, proxyName) } } : given;
  return {
    policy: { rules: named.map(ruleOf), onBlocked: 'deny', secrets: [], extraCa: '' },
    hooks: createHooks(onLine),
    order,
  };
}

/** A program in the pod, not the tools, connects the proxy. Without TLS its name does not matter. */
function nameProxy(address: IndexAddress, { protocol }: URL): IndexAddress {
  return isIP(address.host) !== 0 && protocol === 'http:' ? { ...address, host: proxyName } : address;
}

function withHost(url: URL, hostname: string): string {
  const changed = new URL(url);
  changed.hostname = hostname;
  return changed.href;
}

/** Public hosts are looked up for each connection. A closed address comes from a configuration. */
function ruleOf({ host, port, addresses }: IndexAddress): EffectiveRule {
  const address = host === proxyName || addresses.some(isClosedAddress) ? addresses[0] : undefined;
  return { host, address, ports: [port], protocol: 'tcp', websocket: false, secrets: [], onlySecrets: false };
}

function createHooks(onLine: LayerHooks['onLine']): EgressHooks {
  const report = createRefusalReport(onLine);
  return {
    onEvent: ({ phase, host, reason }) => {
      if (phase === 'blocked' && reason === 'name_not_allowed') report(host);
    },
    onRequest: () => {},
    onSecretUse: () => {
      throw new Error('an installation has no secrets');
    },
  };
}

function withoutName(host: string): LayerError {
  return new LayerError(
    'installer',
    `The package index ${host} is configured by its address. In a cluster an index must have a name: set one under installer in the settings, or in the configuration of pip or npm.`,
  );
}
