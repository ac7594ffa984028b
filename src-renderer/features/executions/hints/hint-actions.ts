import type { NetworkActions } from '../network/network-actions.ts';
import type { RunOptionsDraft } from '../options/options-draft.ts';

/** Returns the options that change for the next run. */
export type OptionsChange = (options: RunOptionsDraft) => Partial<RunOptionsDraft>;

/** Actions of a screen for a hint. It does not offer those that are absent, but always shows the text of the hint. */
export interface HintActions {
  /** Adds a package to the list of a language; returns when it is installed, or why it is not. @throws ApiError */
  install?: (language: string, name: string) => Promise<string | undefined>;
  /** Runs the program again as it is. */
  runAgain?: () => void;
  /** Changes the options of the program, and runs it again. */
  runWith?: (change: OptionsChange) => void;
  /** Lets the output panel ask for the input of the program, and runs it again. */
  askForInput?: () => void;
  network?: NetworkActions;
  /** Opens the Generate screen with the program and how it failed. */
  repair?: () => void;
}
