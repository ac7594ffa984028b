import { coversHost } from '../../../src-shared/contracts/network/host-pattern.ts';
import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import type { RuleForm } from './rule-form.ts';

export interface SecretOption {
  name: string;
  isChosen: boolean;
  /** Why the rule cannot use the secret; undefined if it can. */
  reason: string | undefined;
}

/** Returns the secrets that a rule can use or names, and the others with the reason why it cannot use them. */
export function secretOptions(rule: RuleForm, secrets: readonly SecretMetadata[]): SecretOption[] {
  const known = secrets.map((secret) => ({
    name: secret.name,
    isChosen: rule.secrets.includes(secret.name),
    reason: reasonOf(rule, secret),
  }));
  const removed = rule.secrets.filter((name) => !secrets.some((secret) => secret.name === name));
  const options = [
    ...known,
    ...removed.map((name) => ({ name, isChosen: true, reason: 'This secret no longer exists.' })),
  ];
  return options.toSorted((one, other) => Number(one.reason !== undefined) - Number(other.reason !== undefined));
}

function reasonOf({ host, protocol }: RuleForm, { hosts = [], injected }: SecretMetadata): string | undefined {
  if (hosts.length === 0) return 'An environment variable. Replace it under Secrets to bind it to hosts.';
  if (injected === false) return 'Not given to runs: programs load code from a variable with this name.';
  if (protocol !== 'tls') return 'Values are sent only over TLS.';
  if (hosts.some((bound) => coversHost(bound.host, host.trim()))) return undefined;
  return `Only for ${hosts.map((bound) => bound.host).join(', ')}.`;
}
