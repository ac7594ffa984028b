import {
  type EffectiveRule,
  effectiveRule,
  type Network,
} from '../../../src-shared/contracts/network/network-rules.ts';
import { isWithinCeiling } from '../../../src-shared/contracts/network/rule-limits.ts';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { allowedHosts, mayAllowHost, requireSession } from '../../core/rights.ts';
import type { BoundSecret, EgressPolicy } from '../../egress/policy.ts';
import { AppError } from '../../errors/app-error.ts';
import { readCaBundle } from './ca-bundle.ts';

/** The part of a rule, or of a decision, that must lie within the settings and the rights of a credential. */
export type RuleTarget = Pick<EffectiveRule, 'host' | 'ports' | 'protocol'>;

type NetworkActor = Pick<Actor, 'credential' | 'networkHosts'>;
type NetworkSettings = Pick<Settings, 'network'>;

/**
 * Checks that the settings of the account and the credential allow the network of a request.
 * @throws AppError `network_not_allowed`, `forbidden` for an address that only a session can set
 */
export function requireNetwork(actor: NetworkActor, network: Network, settings: NetworkSettings): void {
  if (network === 'full') requireFull(actor, settings);
  if (typeof network === 'string') return;
  for (const [index, rule] of network.allow.entries()) {
    const path = `network.allow[${index}]`;
    if (rule.address !== undefined) requireSession(actor, `${path}.address`);
    requireTarget(actor, { target: effectiveRule(rule), path: `${path}.host` }, settings);
  }
}

/** Checks that a decision about held connections is within the same limits as a rule. @throws AppError `network_not_allowed` */
export function requireDecision(
  actor: NetworkActor,
  { host, port }: { host: string; port: number },
  settings: NetworkSettings,
): void {
  const target: RuleTarget = { host, ports: [port], protocol: port === 80 ? 'http' : 'tls' };
  requireTarget(actor, { target, path: 'host' }, settings);
}

/**
 * Returns true if a credential could request this network, as far as its own rights decide. Unlike `requireNetwork`, it does
 * not consider the settings, which may have changed after the network was granted.
 */
export function coversNetwork({ credential, networkHosts }: NetworkActor, network: Network): boolean {
  if (network === 'none') return true;
  if (network === 'full') return networkHosts === null;
  return network.allow.every(
    ({ host, address }) =>
      mayAllowHost({ networkHosts }, host) && (address === undefined || credential.kind === 'session'),
  );
}

/** Returns the network of a job. @throws AppError `egress_unavailable` if the certificates of the settings cannot be read */
export function engineNetwork(
  network: Network,
  secrets: readonly BoundSecret[],
  { installer, network: settings }: Pick<Settings, 'installer' | 'network'>,
): 'none' | 'full' | EgressPolicy {
  if (typeof network === 'string') return network;
  return {
    rules: network.allow.map(effectiveRule),
    onBlocked: network.onBlocked ?? 'deny',
    secrets,
    extraCa: installer.caBundlePath === null ? '' : readCaBundle(installer.caBundlePath),
    ...(settings.proxy !== null && { proxy: settings.proxy }),
  };
}

function requireFull({ networkHosts }: NetworkActor, { network }: NetworkSettings): void {
  if (!network.allowed)
    throw notAllowed(
      'The settings do not allow runs with the whole network. Allow it in the settings (network.allowed), or name the ' +
        'hosts in network.allow of the request.',
      'network',
    );
  if (networkHosts === null) return;
  throw notAllowed(
    `This API key is restricted to some hosts, so it cannot use the whole network. ${allowedHosts(networkHosts)}`,
    'network',
  );
}

interface RuleTargetAt {
  target: RuleTarget;
  path: string;
}

function requireTarget(actor: NetworkActor, { target, path }: RuleTargetAt, { network }: NetworkSettings): void {
  const { host, ports, protocol } = target;
  if (!isWithinCeiling(target, network.ceiling))
    throw notAllowed(
      `The settings do not allow ${host} (${protocol}, port ${ports.join(', ')}). Add it to network.ceiling in the settings.`,
      path,
    );
  if (mayAllowHost(actor, host)) return;
  throw notAllowed(
    `This API key may not allow ${host}. ${allowedHosts(actor.networkHosts ?? [])} Use another key, or create one that may allow it.`,
    path,
  );
}

function notAllowed(message: string, path: string): AppError {
  return new AppError('network_not_allowed', message, { details: [{ path, message: 'is not allowed' }] });
}
