import type { ReactNode } from 'react';
import type { LanguageInfo } from '../../../src-shared/contracts/languages.contract.ts';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { EncryptedCodeMetadata, StoredRunOptions } from '../../../src-shared/contracts/vault.contract.ts';

type LanguageChoice = Pick<LanguageInfo, 'id' | 'name' | 'aliases' | 'fileExtension'>;

/** The program of a stored script, which a file of its runs can replace. */
export interface ScriptProgram {
  language: string;
  /** Saves the text of another program as the script. */
  onText(program: { language: string; code: string }): void;
}

export interface VaultScreenProps {
  languages: readonly LanguageChoice[];
  /** Returns the run options of a script, whose code can ask for values; undefined while they are loading. */
  runOptionsOf(script: EncryptedCodeMetadata, code: string): StoredRunOptions | undefined;
  /** Returns why the run options of a script are not valid, as a sentence; undefined if they are, or are not loaded. */
  optionsProblemOf(script: EncryptedCodeMetadata): string | undefined;
  /** Returns formatted code; undefined, with a message, if it cannot be formatted. */
  format(language: string, code: string): Promise<string | undefined>;
  /** Renders the run options of a script; without `program`, its program cannot be replaced now. */
  optionsOf(script: EncryptedCodeMetadata, code: string, program: ScriptProgram | undefined): ReactNode;
  /** Renders the selection of the profile that the next run has; nothing if the script has one profile. */
  profileOf(script: EncryptedCodeMetadata): ReactNode;
  /** Called when a script has another name, so that its run options and its output follow it. */
  onRenamed(from: string, to: string): void;
  /** Removes the options of a deleted script. */
  dropOptionsOf(name: string): void;
  /** Starts and shows a run of a script; `open` returns its event stream. */
  onRun(name: string, open: (signal: AbortSignal) => Promise<Response>): void;
  onCancel(name: string): void;
  isRunning(name: string): boolean;
  /** Renders the output of a script. `keepRule` adds a network rule to the script as an unsaved change. */
  outputOf(script: EncryptedCodeMetadata, code: string, keepRule: (rule: NetworkRule) => void): ReactNode;
}

export interface CodeDetailProps extends VaultScreenProps {
  masterPassword: string;
  stored: readonly EncryptedCodeMetadata[];
  /** The open stored script; undefined for a new one. */
  current: EncryptedCodeMetadata | undefined;
}
