import { asApiError } from '../../../client/api-error.ts';
import { updateDraft, loadDraft } from '../../../client/drafts/drafts.ts';
import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { OptionsDraft } from './options-draft.ts';
import { emptyOptions, type RunOptionsDraft } from './run-draft.ts';

/** The id of the draft that keeps the options of a script, sealed under the account's key. */
export const optionsIdOf = (name: string) => `options:${name}` as const;

type ScriptOptions = Readonly<Partial<Record<ReturnType<typeof optionsIdOf>, RunOptionsDraft>>>;

/** What runs of each stored script are given; absent until it is loaded. No script is given the options of another. */
export const useScriptOptions = defineSessionStore<ScriptOptions>(() => ({}));

/** Loads the options that a script was given last. Those that cannot be read are said, and the defaults take their place. */
export async function loadScriptOptions(name: string): Promise<void> {
  const id = optionsIdOf(name);
  if (useScriptOptions.getState()[id] !== undefined) return;
  const signal = sessionSignal();
  const draft = await readOptions(id).catch((error: unknown) => {
    showToast(`The run options of ${name} could not be loaded. ${asApiError(error).message}`, 'danger');
    return emptyOptions;
  });
  // The session can have ended, and the options can have been changed since.
  if (!signal?.aborted && useScriptOptions.getState()[id] === undefined) setOptions(name, draft);
}

export function editScriptOptions(name: string, change: Partial<RunOptionsDraft>): void {
  const edited = { ...emptyOptions, ...useScriptOptions.getState()[optionsIdOf(name)], ...change };
  setOptions(name, edited);
  const text = JSON.stringify(OptionsDraft.parse(edited));
  updateDraft(optionsIdOf(name), text === JSON.stringify(OptionsDraft.parse(emptyOptions)) ? undefined : text);
}

/** Shows the options that another window saved, which were chosen instead of this window's. */
export function showScriptOptions(name: string, text: string | undefined): void {
  setOptions(name, text === undefined ? emptyOptions : OptionsDraft.parse(JSON.parse(text)));
}

/** Forgets the options of a script that no longer exists. */
export function dropScriptOptions(name: string): void {
  setOptions(name, undefined);
  updateDraft(optionsIdOf(name), undefined);
}

async function readOptions(id: string): Promise<RunOptionsDraft> {
  const text = await loadDraft(id);
  return text === undefined ? emptyOptions : OptionsDraft.parse(JSON.parse(text));
}

function setOptions(name: string, draft: RunOptionsDraft | undefined): void {
  useScriptOptions.setState({ [optionsIdOf(name)]: draft });
}
