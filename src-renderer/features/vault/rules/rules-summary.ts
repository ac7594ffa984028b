import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { type RulesForm, rulesOf, rulesProblems } from '../../../ui/network/rule-form.ts';
import { hostText } from '../../../ui/network/rules-text.ts';

/** Describes the rules of a script on one line: `none`, `2 hosts: api.example.com, db.example.com:5432 (TCP)`. */
export function rulesSummary(network: RulesForm | undefined): string {
  if (network === undefined) return 'none';
  if (hasRuleProblem(network)) return 'not valid yet';
  const hosts = rulesOf(network).allow.map(hostText);
  if (hosts.length === 0) return network.onBlocked === 'ask' ? 'ask for every host' : 'no host';
  return visibleLine(hosts.join(', '));
}

/** Returns true if the rules cannot be stored. */
export const hasRuleProblem = (network: RulesForm | undefined): boolean =>
  network !== undefined && rulesProblems(network).length > 0;
