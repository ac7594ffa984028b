import { clientOf } from '../daemon/connect.ts';
import { findOwnDaemon, requireOwnDaemon } from '../daemon/own-daemon.ts';
import type { Editor } from '../editor/editor.ts';
import { safeLine } from '../editor/safe-text.ts';
import { CommandFailure, requireAnswer } from '../failure.ts';
import { addressIn, dataLocations, defaultAddress } from '../settings.ts';
import { createApiKeys } from './api-keys.ts';
import { createKeyByCommand } from './key-command.ts';

export interface SignInContext {
  editor: Editor;
  /** Path of the command `strongroom`, if there is one. */
  keyCommand: string | undefined;
}

const title = 'Sign In to Strongroom';

/** Gets an API key, checks it at the daemon, and stores it in the operating system's keychain. @throws CommandFailure, Dismissed */
export async function signIn({ editor, keyCommand }: SignInContext): Promise<void> {
  const daemon = await requireOwnDaemon(editor.settings());
  const apiKey = await getKey(editor, keyCommand);
  if (!isKeyForm(apiKey))
    throw new CommandFailure('The text is not an API key of Strongroom.', [{ command: 'signIn' }]);
  const { user } = await clientOf(daemon, apiKey).request('POST /api/v1/auth/verify', { body: {} });
  await createApiKeys(editor).write(daemon.dataDir, apiKey);
  editor.inform(`Signed in to Strongroom as ${safeLine(user.email)}.`);
}

async function getKey(editor: Editor, keyCommand: string | undefined): Promise<string> {
  if (keyCommand === undefined) return askKey(editor);
  const byCommand = {
    label: 'Create a key with the strongroom command',
    description: 'for the account of strongroom login',
    detail: `${safeLine(keyCommand)} keys create, with the scopes execute, secrets and vault`,
  };
  const byHand = { label: 'Enter an API key', description: 'from the Access screen of the interface' };
  const chosen = requireAnswer(await editor.pickOne(title, [byCommand, byHand]));
  if (chosen.label === byHand.label) return askKey(editor);
  return editor.withProgress('Strongroom: creating an API key', () =>
    createKeyByCommand(keyCommand, editor.settings().dataDir),
  );
}

async function askKey(editor: Editor): Promise<string> {
  const prompt = 'API key with the scopes execute, secrets and vault. VS Code stores it in the keychain';
  const answer = await editor.askText({
    title,
    prompt,
    isPassword: true,
    findProblem: (text) => (isKeyForm(text.trim()) ? undefined : 'An API key begins with srk_ and has no spaces.'),
  });
  return requireAnswer(answer).trim();
}

function isKeyForm(text: string): boolean {
  return /^srk_[\x21-\x7e]{1,1000}$/.test(text);
}

/** Removes the key from the keychain. It stays valid until it is revoked. @throws CommandFailure */
export async function signOut(editor: Editor): Promise<void> {
  const settings = editor.settings();
  const { dataDir } = dataLocations(settings);
  const daemon = await findOwnDaemon(settings).catch(() => undefined);
  const addresses = [daemon?.url ?? defaultAddress, addressIn(settings.url)];
  await createApiKeys(editor).remove([dataDir, ...addresses]);
  editor.inform('Signed out. The API key stays valid until you revoke it on the Access screen of the interface.');
}
