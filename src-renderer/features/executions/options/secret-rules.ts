import type { NetworkRule, NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import { rulesWithSecret } from '../../../../src-shared/contracts/network/rules-with-secret.ts';
import type { SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';
import { emptyRule, type RuleForm, type RulesForm, ruleOf, rulesFormOf } from '../../../ui/network/rule-form.ts';
import type { RunOptionsDraft } from './options-draft.ts';

type Options = Pick<RunOptionsDraft, 'network' | 'rules' | 'secrets'>;
type Stored = NetworkRules | undefined;

/** Rules that let a run use a secret, and what they change. */
export interface RuleProposal {
  rules: RulesForm;
  /** The rules that name the secret. */
  own: NetworkRule[];
  /** Hosts of other rules that the run can reach again, because its options kept them for a network that is not selected. */
  others: string[];
}

/** Returns the rules of a run; undefined if it has none. `stored` are those of its script. */
function rulesOfRun({ network, rules }: Options, stored: Stored): RulesForm | undefined {
  if (network === 'rules') return rules;
  return network === 'script' && stored !== undefined ? rulesFormOf(stored) : undefined;
}

/** Returns true if a rule of the run names the secret. */
export function isInRule(name: string, options: Options, stored: Stored): boolean {
  return rulesOfRun(options, stored)?.allow.some(({ secrets }) => secrets.includes(name)) ?? false;
}

/** Returns the rules of the run with one rule for each host of a secret, which has the secret. */
export function proposeRules({ name, hosts = [] }: SecretMetadata, options: Options, stored: Stored): RuleProposal {
  const current = rulesOfRun(options, stored);
  const base = current ?? options.rules;
  const allow = hosts.reduce<RuleForm[]>(
    (rules, { host }) => rulesWithSecret(rules, { name, rule: { ...emptyRule, host } }),
    base.allow,
  );
  const isOwn = ({ secrets }: RuleForm) => secrets.includes(name);
  return {
    rules: { ...base, allow },
    own: allow.filter(isOwn).map(ruleOf),
    others: current === undefined ? allow.filter((rule) => !isOwn(rule)).map(({ host }) => host) : [],
  };
}

/** Returns the change of the options for a secret that the run no longer gets. A rule that was only for it is removed. */
export function withoutSecret(name: string, { network, rules, secrets }: Options): Partial<RunOptionsDraft> {
  const named = secrets === 'all' ? [] : secrets.filter((other) => other !== name);
  if (network !== 'rules') return { secrets: named };
  const allow = rules.allow
    .filter((rule) => !isOnlyFor(name, rule))
    .map((rule) => ({ ...rule, secrets: rule.secrets.filter((other) => other !== name) }));
  return { secrets: named, rules: { ...rules, allow } };
}

function isOnlyFor(name: string, rule: RuleForm): boolean {
  return JSON.stringify({ ...rule }) === JSON.stringify({ ...emptyRule, host: rule.host, secrets: [name] });
}
