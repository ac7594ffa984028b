import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import type { Actor } from '../core/actor.ts';
import { mayInjectAll, mayUseAllSecrets } from '../core/rights.ts';
import { coversNetwork } from '../work/network/plan-network.ts';

/** Rights that a credential gets with a sandbox: programs in it have all of them. */
export interface SandboxRights {
  /** The credential that created it; null if it is not known. */
  credentialId: string | null;
  secretNames: readonly string[];
  /** Undefined if it is not known. */
  network: Network | undefined;
}

/**
 * Returns true if a credential could give itself everything that a sandbox has. For any other credential the sandbox does not
 * exist: in a sandbox it could use a network, secrets and decisions that it does not have. A credential that may not use all
 * secrets sees only its own sandboxes, because the files, variables and output of others can contain any of them. The scope
 * `execute` is not considered; each operation requires its own.
 */
export function maySeeSandbox(actor: Actor, sandbox: SandboxRights): boolean {
  const { credentialId, secretNames, network } = sandbox;
  if (!mayInjectAll(actor, secretNames)) return false;
  if (credentialId === actor.credential.id) return network === undefined || coversNetwork(actor, network);
  return mayUseAllSecrets(actor) && maySeeNetwork(actor, network);
}

/** For the sandboxes of other credentials. */
function maySeeNetwork(actor: Actor, network: Network | undefined): boolean {
  if (network === undefined) return actor.credential.kind === 'session';
  if (!coversNetwork(actor, network)) return false;
  // The connections that are held may be allowed to any host, and those of a restricted credential would be among them.
  const asks = typeof network === 'object' && network.onBlocked === 'ask';
  return !asks || actor.networkHosts === null;
}
