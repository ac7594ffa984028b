import type { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';

/** The actions of the screen of a run on a connection that no rule allows. */
export interface NetworkActions {
  /** Runs the code again with one more rule, for that run only; undefined if the screen cannot do that. */
  runAgainWith?: ((rule: NetworkRule) => void) | undefined;
  /** True while the code runs, so that it cannot run again yet. */
  isBusy?: boolean;
  /** Adds the rule to those of later runs; undefined if the run has no stored options. */
  keepRule?: ((rule: NetworkRule) => void) | undefined;
}
