import type { ReactNode } from 'react';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import type { EncryptedCodeMetadata } from '../../../src-shared/contracts/vault.contract.ts';

/** What is under way: a run of the script in question, one of another place, or none. */
export type RunUnderWay = 'this' | 'other' | 'none';

export interface VaultScreenProps {
  languages: readonly { id: string; name: string }[];
  /** What runs of a script are given, which each script has of its own; undefined while they are being loaded. */
  runOptionsOf(name: string): RunOptions | undefined;
  /** Where they are chosen. */
  optionsOf(name: string): ReactNode;
  /** Forgets the options of a script that is deleted. */
  dropOptionsOf(name: string): void;
  /** Starts a run of a script whose event stream `open` answers with, and shows it in its output. */
  onRun(name: string, open: (signal: AbortSignal) => Promise<Response>): void;
  onCancel(): void;
  runUnderWay(name: string): RunUnderWay;
  outputOf(name: string): ReactNode;
}

export interface CodeDetailProps extends VaultScreenProps {
  masterPassword: string;
  stored: readonly EncryptedCodeMetadata[];
  /** The stored script that is open; a new one without it. */
  current: EncryptedCodeMetadata | undefined;
}
