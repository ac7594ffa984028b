import type { ReactNode } from 'react';
import type { RunOptions } from '../../../src-shared/execution-request.ts';
import type { EncryptedCodeMetadata } from '../../../src-shared/vault.contract.ts';

export interface VaultScreenProps {
  /** The code that is open when the screen comes, by its name. */
  chosenAtFirst?: string | undefined;
  languages: readonly { id: string; name: string }[];
  /** What runs are given; chosen in `options`. */
  runOptions: RunOptions;
  options: ReactNode;
  /** Starts a run of a code whose event stream `open` answers with, and shows it in its output. */
  onRun(name: string, open: (signal: AbortSignal) => Promise<Response>): void;
  onCancel(): void;
  isRunning: boolean;
  outputOf(name: string): ReactNode;
}

export interface CodeDetailProps extends VaultScreenProps {
  masterPassword: string;
  /** The stored code that is open; a new one without it. */
  current: EncryptedCodeMetadata | undefined;
  onStored(name: string | undefined): void;
}
