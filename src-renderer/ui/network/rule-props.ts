import type { RuleDraft } from './rule-draft.ts';

/** One network rule in its editor. */
export interface RuleProps {
  rule: RuleDraft;
  /** Number of the rule, from 1. */
  number: number;
  /** Path of the rule in the contract. */
  path: string;
  onChange(patch: Partial<RuleDraft>): void;
}
