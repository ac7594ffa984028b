import { defineSessionStore } from '../../client/session-scope.ts';
import { emptyOptions, type RunOptionsDraft } from './run-draft.ts';

/** The id of the draft that keeps the options of a script. */
export const optionsIdOf = (name: string) => `options:${name}` as const;

type ScriptOptions = Readonly<Partial<Record<ReturnType<typeof optionsIdOf>, RunOptionsDraft>>>;

/** What runs of each stored script are given; absent until it is loaded. No script is given the options of another. */
export const useScriptOptions = defineSessionStore<ScriptOptions>(() => ({}));

export async function loadScriptOptions(name: string): Promise<void> {
  if (useScriptOptions.getState()[optionsIdOf(name)] === undefined) setOptions(name, emptyOptions);
}

export function editScriptOptions(name: string, change: Partial<RunOptionsDraft>): void {
  setOptions(name, { ...emptyOptions, ...useScriptOptions.getState()[optionsIdOf(name)], ...change });
}

/** Forgets the options of a script that no longer exists. */
export function dropScriptOptions(name: string): void {
  setOptions(name, undefined);
}

function setOptions(name: string, draft: RunOptionsDraft | undefined): void {
  useScriptOptions.setState({ [optionsIdOf(name)]: draft });
}
