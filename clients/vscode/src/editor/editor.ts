import type { Memento, SecretStorage } from 'vscode';
import type { ProgramSource } from '../run/source-links.ts';

/** A document in the editor, with changes that are not saved. */
export interface EditorDocument {
  /** Address of the document: `file:///home/me/report.py`. */
  address: string;
  /** File name without folders: `report.py`, `Untitled-1`. */
  name: string;
  /** VS Code's id of the language, such as `shellscript`. */
  languageId: string;
  text: string;
  /** Selected text; empty if no text is selected. */
  selection: string;
  /** First line of the selection, from 1. */
  selectionLine: number;
}

/** Settings as the user wrote them, unchecked. `url`, `dataDir` and `network` never come from a workspace. */
export interface EditorSettings {
  /** Address of the daemon, which older versions used; empty if it is not set. */
  url: string;
  /** Data folder of the daemon; empty for the system's. */
  dataDir: string;
  timeoutMs: number;
  memoryMb: number;
  network: string;
}

export interface PickItem {
  label: string;
  description?: string;
  detail?: string;
  isPicked?: boolean;
}

export interface TextQuestion {
  title: string;
  prompt: string;
  value?: string;
  isPassword?: boolean;
  /** Returns the reason why the text is refused. */
  findProblem?: (text: string) => string | undefined;
}

export interface StatusBarState {
  text: string;
  tooltip: string;
  /** Command of a click. */
  command: string;
  isWarning: boolean;
}

/** The parts of VS Code that the commands use, so that a test can fake them. All texts that it gets are safe to show. */
export interface Editor {
  /** Document of the active editor. */
  activeDocument(): EditorDocument | undefined;
  settings(): EditorSettings;
  /** False until the user trusts the folder (Restricted Mode). */
  isTrusted(): boolean;
  inform(message: string): void;
  /** Shows a message and returns the chosen action; undefined if it was dismissed. */
  showError(message: string, ...actions: string[]): Promise<string | undefined>;
  /** Asks a question that stops all other work. */
  confirm(question: string, action: string): Promise<boolean>;
  /** Undefined if the user cancelled. */
  askText(question: TextQuestion): Promise<string | undefined>;
  pickOne<Item extends PickItem>(title: string, items: readonly Item[]): Promise<Item | undefined>;
  pickMany<Item extends PickItem>(title: string, items: readonly Item[]): Promise<readonly Item[] | undefined>;
  /** Shows progress with a cancel button, which aborts the signal. */
  withProgress<Result>(title: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** The output panel. Lines of the program in it become links to the source, if there is one. */
  output: { clear(source: ProgramSource | undefined): void; append(text: string): void; show(): void };
  /** The operating system's keychain, as far as VS Code finds one. */
  secretStorage: Pick<SecretStorage, 'get' | 'store' | 'delete'>;
  workspaceState: Pick<Memento, 'get' | 'update'>;
  showStatus(state: StatusBarState): void;
  /** Enables the command that cancels the run. */
  setRunning(isRunning: boolean): void;
  openSettings(id: string): Promise<void>;
  openAddress(url: string): Promise<void>;
  runInTerminal(command: string): void;
}
