import type { ReactNode } from 'react';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { EncryptedCodeMetadata } from '../../../src-shared/contracts/vault.contract.ts';

/** The run in progress: of this script, of other code, or none. */
export type RunUnderWay = 'this' | 'other' | 'none';

export interface VaultScreenProps {
  languages: readonly { id: string; name: string }[];
  /** Returns the run options of a script; undefined while they are loading. */
  runOptionsOf(script: EncryptedCodeMetadata): RunOptions | undefined;
  /** Renders the run options of a script. */
  optionsOf(script: EncryptedCodeMetadata): ReactNode;
  /** Removes the options of a deleted script. */
  dropOptionsOf(name: string): void;
  /** Starts and shows a run of a script; `open` returns its event stream. */
  onRun(name: string, open: (signal: AbortSignal) => Promise<Response>): void;
  onCancel(): void;
  runUnderWay(name: string): RunUnderWay;
  /** Renders the output of a script. `keepRule` adds a network rule to the script as an unsaved change. */
  outputOf(script: EncryptedCodeMetadata, keepRule: (rule: NetworkRule) => void): ReactNode;
}

export interface CodeDetailProps extends VaultScreenProps {
  masterPassword: string;
  stored: readonly EncryptedCodeMetadata[];
  /** The open stored script; undefined for a new one. */
  current: EncryptedCodeMetadata | undefined;
}
