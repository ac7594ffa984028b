import { signIn, signOut } from './account/sign-in.ts';
import { type CommandId, commandIds } from './command-id.ts';
import { createConnect } from './daemon/connect.ts';
import { explainFailure } from './daemon/explain-failure.ts';
import { requireOwnDaemon } from './daemon/own-daemon.ts';
import type { Editor, EditorDocument } from './editor/editor.ts';
import { CommandFailure, Dismissed, type NextStep } from './failure.ts';
import { runCode } from './run/run-code.ts';
import { createRunSlot } from './run/run-slot.ts';
import { pickSecrets } from './run/secrets.ts';
import { withoutSharedIndent } from './run/selected-code.ts';
import { serveCommand } from './settings.ts';
import { runScript } from './vault/run-script.ts';
import { saveScript } from './vault/save-script.ts';

interface CommandContext {
  editor: Editor;
  /** Path of the command `strongroom`, if there is one. */
  keyCommand: string | undefined;
  /** Called after each command. */
  refreshStatus: () => Promise<void>;
}

export type Commands = Record<CommandId, () => Promise<void>>;

/** Returns the commands. They never reject: an error is shown with the next steps as buttons. */
export function createCommands({ editor, keyCommand, refreshStatus }: CommandContext): Commands {
  const connect = createConnect(editor);
  const slot = createRunSlot(editor);
  const context = { editor, slot, connect };

  const work: Commands = {
    runFile: async () => {
      const document = requireDocument(editor);
      await runCode(context, { document, code: document.text, firstLine: 1 });
    },
    runSelection: async () => {
      const document = requireDocument(editor);
      const code = requireSelection(document);
      await runCode(context, { document, code, firstLine: document.selectionLine });
    },
    cancelRun: async () => slot.cancel(),
    showOutput: async () => editor.output.show(),
    pickSecrets: () => pickSecrets(editor, connect),
    saveFile: async () => {
      const document = requireDocument(editor);
      await saveScript(context, document, document.text);
    },
    saveSelection: async () => {
      const document = requireDocument(editor);
      await saveScript(context, document, requireSelection(document));
    },
    runScript: () => runScript(context),
    signIn: () => signIn({ editor, keyCommand }),
    signOut: () => signOut(editor),
    startDaemon: async () => editor.runInTerminal(serveCommand(editor.settings())),
    // A page of another program at the port could ask for the password.
    openInterface: async () => editor.openAddress((await requireOwnDaemon(editor.settings())).url),
  };

  async function perform(id: CommandId): Promise<void> {
    const failure = await failureOf(work[id]);
    // The state of a daemon that does not answer takes a while: the message does not wait for it.
    const refreshed = refreshStatus();
    const step = await showFailure(editor, failure);
    if (step !== undefined) await ('setting' in step ? editor.openSettings(step.setting) : perform(step.command));
    await refreshed;
  }

  return Object.fromEntries(commandIds.map((id) => [id, () => perform(id)])) as Commands;
}

/** Returns the error with which the work failed, with its next steps; undefined if it succeeded. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return explainFailure(error);
  }
}

/** Shows an error with its next steps. Returns the step that the user chose. */
async function showFailure(editor: Editor, error: unknown): Promise<NextStep | undefined> {
  if (error === undefined || error instanceof Dismissed) return undefined;
  if (!(error instanceof CommandFailure)) {
    // An unexpected error can quote code or a password, so only its name is shown.
    const name = error instanceof Error ? error.name : typeof error;
    await editor.showError(`Internal error of the Strongroom extension (${name}). Reload the window and try again.`);
    return undefined;
  }
  const labels = new Map(error.nextSteps.map((step) => [labelOf(step), step]));
  const chosen = await editor.showError(error.message, ...labels.keys());
  return chosen === undefined ? undefined : labels.get(chosen);
}

const stepLabels: Partial<Record<CommandId, string>> = {
  signIn: 'Sign In',
  startDaemon: 'Start Strongroom',
  openInterface: 'Open Strongroom',
  pickSecrets: 'Choose Secrets',
  cancelRun: 'Cancel the Run',
  saveFile: 'Save This File',
  runScript: 'Try Again',
};

function labelOf(step: NextStep): string {
  return 'setting' in step ? 'Open Settings' : (stepLabels[step.command] ?? step.command);
}

function requireDocument(editor: Editor): EditorDocument {
  const document = editor.activeDocument();
  if (document === undefined) throw new CommandFailure('No editor is active. Open a file and try again.');
  return document;
}

function requireSelection({ selection }: EditorDocument): string {
  if (selection.trim() === '') throw new CommandFailure('No text is selected. Select the code and try again.');
  return withoutSharedIndent(selection);
}
