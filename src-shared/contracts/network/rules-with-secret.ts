import { matchesHost } from './host-pattern.ts';
import type { NetworkProtocol } from './network-rules.ts';

/** The fields of a rule that decide which secrets its requests can contain. */
interface SecretRule {
  host: string;
  protocol?: NetworkProtocol | undefined;
  secrets?: readonly string[] | undefined;
}

interface SecretAt<Rule> {
  name: string;
  /** The rule that is added if no TLS rule has its host. */
  rule: Rule;
}

/**
 * Adds a secret to the TLS rules of a host, or adds such a rule. The first rule that matches counts, so these rules are
 * moved before a pattern that matches the host.
 */
export function rulesWithSecret<Rule extends SecretRule>(
  rules: readonly Rule[],
  { name, rule: added }: SecretAt<Rule>,
): Rule[] {
  const { host } = added;
  const isOwn = (rule: Rule) => rule.host === host && (rule.protocol ?? 'tls') === 'tls';
  const pattern = rules.findIndex((rule) => rule.host !== host && matchesHost(rule.host, host));
  const hasOwn = rules.some(isOwn);
  if (hasOwn && pattern === -1) return rules.map((rule) => (isOwn(rule) ? withSecret(rule, name) : rule));
  const own = hasOwn ? rules.filter(isOwn) : [added];
  const position = pattern === -1 ? rules.length : rules.slice(0, pattern).filter((rule) => !isOwn(rule)).length;
  const others = rules.filter((rule) => !isOwn(rule));
  return others.toSpliced(position, 0, ...own.map((rule) => withSecret(rule, name)));
}

function withSecret<Rule extends SecretRule>(rule: Rule, name: string): Rule {
  return { ...rule, secrets: [...new Set([...(rule.secrets ?? []), name])] };
}
