import type { RunEvent, Strongroom } from '../../../typescript/src/index.ts';
import type { Connect } from '../daemon/connect.ts';
import type { Editor, EditorDocument } from '../editor/editor.ts';
import { safeLine } from '../editor/safe-text.ts';
import { runSettings } from '../settings.ts';
import { chooseLanguage } from './find-language.ts';
import { followRun } from './follow-run.ts';
import type { RunSlot } from './run-slot.ts';
import { chosenSecrets } from './secrets.ts';
import type { ProgramSource } from './source-links.ts';

export interface RunContext {
  editor: Editor;
  slot: RunSlot;
  connect: Connect;
}

/** Code of a document to run, as it is in the editor. */
export interface CodeToRun {
  document: EditorDocument;
  code: string;
  /** Line of the document at which the code begins, from 1. */
  firstLine: number;
}

/** Runs code of a document in the sandbox. @throws CommandFailure, Dismissed */
export async function runCode(context: RunContext, { document, code, firstLine }: CodeToRun): Promise<void> {
  const { editor } = context;
  const options = runOptions(editor);
  const daemon = await context.connect();
  const language = await chooseLanguage(editor, daemon, document);
  const title = `${safeLine(document.name)} · ${safeLine(language)}`;
  await showRun(context, {
    title,
    source: { address: document.address, firstLine },
    secrets: options.secrets,
    daemon,
    start: (signal) => daemon.stream({ language, code, ...options }, { signal }),
  });
}

/** Limits, network and secrets of the runs of this workspace. @throws CommandFailure */
export function runOptions(editor: Editor) {
  return { ...runSettings(editor.settings()), secrets: [...chosenSecrets(editor)] };
}

interface ShownRun {
  title: string;
  /** Undefined for a script of the vault, which no document has. */
  source?: ProgramSource;
  /** Names of the secrets that the program gets. */
  secrets: readonly string[];
  daemon: Strongroom;
  /** Starts the run. The signal ends a request that the daemon does not answer. */
  start: (signal: AbortSignal) => AsyncIterable<RunEvent>;
}

/** Starts a run and shows it in the panel. @throws CommandFailure */
export async function showRun({ editor, slot }: RunContext, shown: ShownRun): Promise<void> {
  const { title, source, secrets, daemon, start } = shown;
  await slot.run(`Strongroom: ${title}`, async (signal) => {
    editor.output.clear(source);
    editor.output.show();
    const named = secrets.length > 0 ? ` · secrets: ${secrets.map(safeLine).join(', ')}` : '';
    editor.output.append(`── ${title}${named} ──\n`);
    await followRun({ editor, daemon, signal }, start);
  });
}
