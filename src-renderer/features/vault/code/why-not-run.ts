import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import type { VaultScreenProps } from '../vault-props.ts';

interface RunState extends Pick<VaultScreenProps, 'runUnderWay' | 'runOptionsOf'> {
  /** The stored script; undefined for one that is not stored. */
  current: EncryptedCodeMetadata | undefined;
  isUnsaved: boolean;
}

/** Returns why a script cannot run now, as a sentence; undefined if it can. */
export function whyNotRun({ current, isUnsaved, runUnderWay, runOptionsOf }: RunState): string | undefined {
  if (current === undefined || isUnsaved) return 'Save the script first: runs use the stored revision.';
  const underWay = runUnderWay(current.name);
  if (underWay === 'this') return 'This script is running. Wait until it ends, or cancel it first.';
  if (underWay === 'other') return 'Another run is in progress. You can see and cancel it on the Run screen.';
  return runOptionsOf(current) === undefined ? 'The run options of this script are loading.' : undefined;
}
