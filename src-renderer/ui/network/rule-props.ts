import type { RuleForm } from './rule-form.ts';

/** One network rule in its editor. */
export interface RuleProps {
  rule: RuleForm;
  /** Number of the rule, from 1. */
  number: number;
  /** Path of the rule in the contract. */
  path: string;
  onChange(patch: Partial<RuleForm>): void;
}
