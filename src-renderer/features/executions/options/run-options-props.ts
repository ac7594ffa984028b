import type { NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import type { ProgramDraft } from './files/program.ts';
import type { RunOptionsDraft } from './options-draft.ts';
import type { InputChoice } from './run-draft.ts';

/** The program in the editor, whose place a file of the run can take. */
interface ReplaceableProgram extends Omit<ProgramDraft, 'files'> {
  onProgram(change: ProgramDraft): void;
  /** True for a stored script, in whose place another program is saved. */
  isStored?: boolean;
}

export interface RunOptionsProps {
  draft: RunOptionsDraft;
  edit(change: Partial<RunOptionsDraft>): void;
  /** The code, whose comments can ask for values. */
  code?: string;
  /** The stored script whose run options these are, with the rules that are stored with it. */
  script?: { stored: NetworkRules | undefined };
  /** False where a run has no environment, because an approval does not cover it. */
  hasEnvironment?: boolean;
  /** The choice of how a program without given input gets it; absent where the output panel cannot ask. */
  inputChoice?: { value: InputChoice; onValue(value: InputChoice): void };
  /** The program in the editor, where a file can take its place; absent where it cannot. */
  program?: ReplaceableProgram | undefined;
  /** The path at which a stored script runs, if it is not the usual one. */
  runsAt?: { path: string; onClear(): void } | undefined;
  /** The error of a run that could not start, shown at the field that it names. */
  error?: unknown;
}
