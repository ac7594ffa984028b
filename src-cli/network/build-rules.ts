import { type NetworkRule, NetworkRules } from '../../src-shared/contracts/network/network-rules.ts';
import { rulesWithSecret } from '../../src-shared/contracts/network/rules-with-secret.ts';
import { CliError } from '../cli-error.ts';
import type { HostTarget } from './host-target.ts';

/** A secret that requests to a host can contain. */
export interface SecretTarget {
  name: string;
  host: string;
}

interface GivenRules {
  /** The content of `--network-rules`. */
  rules: NetworkRules | undefined;
  allow: readonly HostTarget[];
  secretAt: readonly SecretTarget[];
  isAsking: boolean;
}

/** Builds the network rules of a request from its options. @throws CliError `usage` */
export function buildRules({ rules, allow, secretAt, isAsking }: GivenRules): NetworkRules {
  const built: NetworkRules = {
    ...rules,
    allow: [...(rules?.allow ?? []), ...allow.toSorted(patternsLast).map(ruleOf)],
    ...(isAsking && { onBlocked: 'ask' as const }),
  };
  const bound = {
    ...built,
    allow: secretAt.reduce<NetworkRule[]>(
      (all, { name, host }) => rulesWithSecret(all, { name, rule: { host } }),
      built.allow,
    ),
  };
  return checkRules(bound, 'The network rules');
}

/** Validates rules by their schema. @param name subject of the message @throws CliError `usage` */
export function checkRules(rules: unknown, name: string): NetworkRules {
  const { data, error } = NetworkRules.safeParse(rules);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map(String).join('.');
  throw new CliError('usage', `${name} are not valid: ${path === '' ? '' : `${path} `}${issue?.message}.`);
}

/** The first rule that matches counts: a pattern must not hide a rule for one of its hosts. */
function patternsLast(a: HostTarget, b: HostTarget): number {
  return Number(a.host.startsWith('*.')) - Number(b.host.startsWith('*.'));
}

function ruleOf({ host, port, protocol }: HostTarget): NetworkRule {
  return { host, ...(port !== undefined && { ports: [port] }), ...(protocol && protocol !== 'tls' && { protocol }) };
}
