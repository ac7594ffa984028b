import { matchesHost } from '../../../src-shared/contracts/network/host-pattern.ts';
import { type NetworkRule, NetworkRules } from '../../../src-shared/contracts/network/network-rules.ts';
import { CliError } from '../../cli-error.ts';
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
  const bound = { ...built, allow: secretAt.reduce<NetworkRule[]>(addSecret, built.allow) };
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

/**
 * Adds a secret to the https rules of its host, or adds such a rule. The first rule that matches counts, so these rules are
 * moved before a pattern that matches the host.
 */
function addSecret(rules: readonly NetworkRule[], { name, host }: SecretTarget): NetworkRule[] {
  const isOwn = (rule: NetworkRule) => rule.host === host && (rule.protocol ?? 'tls') === 'tls';
  const pattern = rules.findIndex((rule) => rule.host !== host && matchesHost(rule.host, host));
  const hasOwn = rules.some(isOwn);
  if (hasOwn && pattern === -1) return rules.map((rule) => (isOwn(rule) ? withSecret(rule, name) : rule));
  const own = hasOwn ? rules.filter(isOwn) : [{ host }];
  const position = pattern === -1 ? rules.length : rules.slice(0, pattern).filter((rule) => !isOwn(rule)).length;
  const others = rules.filter((rule) => !isOwn(rule));
  return others.toSpliced(position, 0, ...own.map((rule) => withSecret(rule, name)));
}

function withSecret(rule: NetworkRule, name: string): NetworkRule {
  return { ...rule, secrets: [...new Set([...(rule.secrets ?? []), name])] };
}
