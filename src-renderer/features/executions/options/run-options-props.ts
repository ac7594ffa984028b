import type { NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import type { RunOptionsDraft } from './run-draft.ts';

export interface RunOptionsProps {
  draft: RunOptionsDraft;
  edit(change: Partial<RunOptionsDraft>): void;
  /** The stored script whose run options these are, with the rules that are stored with it. */
  script?: { stored: NetworkRules | undefined };
  /** The error of a run that could not start, shown at the field that it names. */
  error?: unknown;
}
