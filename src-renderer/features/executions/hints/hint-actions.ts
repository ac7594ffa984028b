import type { NetworkActions } from '../network/network-actions.ts';
import type { RunOptionsDraft } from '../options/options-draft.ts';

/** Returns the options that change for the next run. */
export type OptionsChange = (options: RunOptionsDraft) => Partial<RunOptionsDraft>;

/** What a screen can do about a hint. What is absent is not offered there; the text of the hint is shown in any case. */
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
