import { z } from 'zod';
import { emptyRules, RulesDraft } from '../../../ui/network/rule-draft.ts';

/** The network of a run: `script` for the rules that are stored with a script, if any. */
export const NetworkChoice = z.enum(['script', 'none', 'rules', 'full']);
export type NetworkChoice = z.infer<typeof NetworkChoice>;

/** The rules of a stored draft. A draft of an earlier version has none. */
export const StoredRules = RulesDraft.default(emptyRules);
