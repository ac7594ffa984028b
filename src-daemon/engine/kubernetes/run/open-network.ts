import { type Egress, type EgressContext, openEgress } from '../../../egress/open-egress.ts';
import type { EgressHooks } from '../../../egress/policy.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { SandboxJob } from '../../engine.ts';
import type { Language } from '../../languages/languages.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';

export interface NetworkOrder {
  network: SandboxJob['network'];
  /** The owner of a network by rule; required with one. */
  hooks: EgressHooks | undefined;
  language: Language;
  /** Limit of the connections at once. */
  connections: number;
}

/** Opens the network of a sandbox by rule. Returns undefined for none. @throws AppError `egress_unavailable` */
export async function openNetwork(context: EgressContext, order: NetworkOrder): Promise<Egress | undefined> {
  const { network: policy, hooks, language, connections } = order;
  if (policy === 'none' || policy === 'full') return undefined;
  const hasKeyStore = language.family === 'jvm';
  return openEgress(context, { policy, hooks, hasKeyStore, runtime: undefined, connections });
}

/** Refuses a network that the pods of a cluster cannot have. @throws AppError `network_not_supported` */
export function checkNetwork({ cluster }: ClusterConnection, network: SandboxJob['network']): void {
  if (network === 'none') return;
  if (network === 'full')
    throw new AppError(
      'network_not_supported',
      'Sandboxes of a cluster have no public network (`network: "full"`). Name the hosts: `network: { "allow": […] }`.',
    );
  if (!cluster.hasClosedNetwork)
    throw new AppError(
      'network_not_supported',
      'The cluster does not enforce network policies, so its sandboxes have no loopback interface, which network rules need. Run it without the network.',
    );
}
