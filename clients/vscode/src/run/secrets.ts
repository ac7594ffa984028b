import type { Connect } from '../daemon/connect.ts';
import type { Editor } from '../editor/editor.ts';
import { CommandFailure, requireAnswer } from '../failure.ts';

const stateKey = 'secrets';

/**
 * Returns the names of the secrets that runs of this workspace get. None in a folder that the user does not trust: its code
 * could print them.
 */
export function chosenSecrets(editor: Editor): readonly string[] {
  return editor.isTrusted() ? editor.workspaceState.get<readonly string[]>(stateKey, []) : [];
}

/** Asks which secrets the next runs of this workspace get. Their values never reach the editor. @throws CommandFailure */
export async function pickSecrets(editor: Editor, connect: Connect): Promise<void> {
  if (!editor.isTrusted())
    throw new CommandFailure('Programs of this folder get no secrets until you trust it ("Workspaces: Manage Trust").');
  const secrets = await (await connect()).secrets.list();
  // A secret with hosts is no variable, and some names are never given to programs.
  const variables = secrets.filter(({ hosts, injected }) => hosts === undefined && injected !== false);
  if (variables.length === 0)
    throw new CommandFailure('You have no secrets that programs can get as variables. Add one in the interface.', [
      { command: 'openInterface' },
    ]);
  const chosen = chosenSecrets(editor);
  const items = variables.map(({ name, description }) => ({
    label: name,
    description,
    isPicked: chosen.includes(name),
  }));
  const picked = requireAnswer(await editor.pickMany('Secrets for the next runs of this workspace', items));
  await editor.workspaceState.update(
    stateKey,
    picked.map(({ label }) => label),
  );
}
