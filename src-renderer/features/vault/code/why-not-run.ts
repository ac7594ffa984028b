import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { stillRunning } from '../../../ui/text/still-running.ts';
import type { VaultScreenProps } from '../vault-props.ts';

interface RunState extends Pick<VaultScreenProps, 'isRunning' | 'runOptionsOf' | 'optionsProblemOf'> {
  /** The stored script; undefined for one that is not stored. */
  current: EncryptedCodeMetadata | undefined;
  isUnsaved: boolean;
}

/** Returns why a script cannot run now, as a sentence; undefined if it can. */
export function whyNotRun({
  current,
  isUnsaved,
  isRunning,
  runOptionsOf,
  optionsProblemOf,
}: RunState): string | undefined {
  if (current === undefined || isUnsaved) return 'Save the script first: runs use the stored revision.';
  if (isRunning(current.name)) return stillRunning('This script');
  if (runOptionsOf(current, '') === undefined) return 'The run options of this script are loading.';
  return optionsProblemOf(current);
}
