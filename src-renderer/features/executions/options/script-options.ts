import { asApiError } from '../../../client/api-error.ts';
import { forgetDrafts, loadDraft, updateDraft } from '../../../client/drafts/drafts.ts';
import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { OptionsDraft, type RunOptionsDraft } from './options-draft.ts';
import { emptyProfiles as emptyOptions, type ProfiledOptions } from './profiles.ts';

/** Returns the id of the draft with the options of a script, which is encrypted with the account's key. */
export const optionsIdOf = (name: string) => `options:${name}` as const;

type ScriptOptions = Readonly<Partial<Record<ReturnType<typeof optionsIdOf>, ProfiledOptions>>>;

/** Run options of each stored script; absent until they are loaded. */
export const useScriptOptions = defineSessionStore<ScriptOptions>(() => ({}));

/** Loads the stored options of a script. Shows an error and uses the defaults if they cannot be read. */
export async function loadScriptOptions(name: string): Promise<void> {
  const id = optionsIdOf(name);
  if (useScriptOptions.getState()[id] !== undefined) return;
  const signal = sessionSignal();
  const draft = await readOptions(id).catch((error: unknown) => {
    showToast(`The run options of ${name} could not be loaded. ${asApiError(error).message}`, 'danger');
    return emptyOptions;
  });
  // The session can have ended, or the options can have changed, during the load.
  if (!signal?.aborted && useScriptOptions.getState()[id] === undefined) setOptions(name, draft);
}

/** Changes options of the selected profile. */
export function editScriptOptions(
  name: string,
  change: Partial<RunOptionsDraft & Pick<ProfiledOptions, 'entry'>>,
): void {
  setScriptOptions(name, { ...emptyOptions, ...useScriptOptions.getState()[optionsIdOf(name)], ...change });
}

/** Replaces the options and profiles of a script, and saves them. */
export function setScriptOptions(name: string, edited: ProfiledOptions): void {
  setOptions(name, edited);
  const text = JSON.stringify(OptionsDraft.parse(edited));
  updateDraft(optionsIdOf(name), text === JSON.stringify(OptionsDraft.parse(emptyOptions)) ? undefined : text);
}

/** Shows the options of another window, which the user chose instead of this window's. */
export function showScriptOptions(name: string, text: string | undefined): void {
  setOptions(name, text === undefined ? emptyOptions : OptionsDraft.parse(JSON.parse(text)));
}

/** Removes the options of a script that no longer exists. */
export function dropScriptOptions(name: string): void {
  setOptions(name, undefined);
  updateDraft(optionsIdOf(name), undefined);
}

/** Drops the options of a script from this window after the daemon has moved them to the script's new name. */
export function forgetMovedOptions(from: string, to: string): void {
  setOptions(from, undefined);
  setOptions(to, undefined);
  forgetDrafts([optionsIdOf(from), optionsIdOf(to)]);
  void loadScriptOptions(to);
}

async function readOptions(id: string): Promise<ProfiledOptions> {
  const text = await loadDraft(id);
  return text === undefined ? emptyOptions : OptionsDraft.parse(JSON.parse(text));
}

function setOptions(name: string, draft: ProfiledOptions | undefined): void {
  useScriptOptions.setState({ [optionsIdOf(name)]: draft });
}
