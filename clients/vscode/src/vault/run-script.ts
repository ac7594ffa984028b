import { safeLine } from '../editor/safe-text.ts';
import { CommandFailure, requireAnswer } from '../failure.ts';
import { type RunContext, runOptions, showRun } from '../run/run-code.ts';
import { askPassword } from './ask-password.ts';

const title = 'Run a Script of the Vault';

/**
 * Asks for a stored script and its master password, and runs it. The daemon gets the password for this run and decrypts the
 * script in memory. @throws CommandFailure, Dismissed
 */
export async function runScript(context: RunContext): Promise<void> {
  const { editor } = context;
  const options = runOptions(editor);
  const daemon = await context.connect();
  const scripts = await daemon.vault.list();
  if (scripts.length === 0)
    throw new CommandFailure('The vault is empty. Open a file and save it to the vault first.', [
      { command: 'saveFile' },
    ]);
  const items = scripts.map(({ name, language, description }) => ({
    name,
    label: safeLine(name),
    description: safeLine(language),
    detail: safeLine(description),
  }));
  const { name, label } = requireAnswer(await editor.pickOne(title, items));
  const masterPassword = await askPassword(editor, `${title}: ${label}`);
  await showRun(context, {
    title: `vault: ${label}`,
    secrets: options.secrets,
    daemon,
    start: (signal) => daemon.vault.stream(name, { masterPassword, ...options }, { signal }),
  });
}
