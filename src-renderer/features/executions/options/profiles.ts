import { emptyScriptOptions, type RunOptionsDraft } from './run-draft.ts';

/** A named set of run options. */
export interface Profile {
  /** Empty for the default profile. */
  name: string;
  options: RunOptionsDraft;
}

/** The run options of a script: those of the selected profile, and the other profiles. */
export interface ProfiledOptions extends RunOptionsDraft {
  /** Name of the selected profile; empty for the default one. */
  profile: string;
  others: readonly Profile[];
}

export const emptyProfiles: ProfiledOptions = { ...emptyScriptOptions, profile: '', others: [] };

/** Maximum number of profiles of a script, with the default one. */
export const profileLimit = 20;
export const longestProfileName = 40;

/** Returns the names of all profiles, the default one first. */
export function profileNames({ profile, others }: ProfiledOptions): string[] {
  return [profile, ...others.map(({ name }) => name)].toSorted((one, other) => one.localeCompare(other));
}

/** Returns why a profile cannot have a name; undefined if it can. */
export function profileNameProblem(draft: ProfiledOptions, name: string): string | undefined {
  const text = name.trim();
  if (text === '') return 'Enter a name, such as staging.';
  if (text.length > longestProfileName) return `At most ${longestProfileName} characters.`;
  if (text.toLowerCase() === 'default') return 'The default profile has this name.';
  if (profileNames(draft).some((other) => other.toLowerCase() === text.toLowerCase())) return 'This name is taken.';
  return undefined;
}

/** Selects a profile; an unknown name changes nothing. */
export function chooseProfile(draft: ProfiledOptions, name: string): ProfiledOptions {
  const chosen = draft.others.find((other) => other.name === name);
  if (chosen === undefined) return draft;
  const others = draft.others.filter((other) => other !== chosen);
  return { ...chosen.options, profile: name, others: [...others, current(draft)] };
}

/** Adds a profile with the options of the selected one, and selects it. */
export const addProfile = (draft: ProfiledOptions, name: string): ProfiledOptions => ({
  ...draft,
  profile: name.trim(),
  others: [...draft.others, current(draft)],
});

/** Deletes the selected profile, and selects the default one, which cannot be deleted. */
export function deleteProfile(draft: ProfiledOptions): ProfiledOptions {
  if (draft.profile === '') return draft;
  const { others, ...next } = chooseProfile(draft, '');
  return { ...next, others: others.filter(({ name }) => name !== draft.profile) };
}

function current({ profile, others: _, ...options }: ProfiledOptions): Profile {
  return { name: profile, options };
}

const optionNames: Readonly<Record<keyof RunOptionsDraft, string>> = {
  form: 'values',
  args: 'arguments',
  stdin: 'standard input',
  environment: 'environment',
  variables: 'variables',
  files: 'files',
  secrets: 'secrets',
  packages: 'packages',
  timeoutSeconds: 'time limit',
  compileTimeoutSeconds: 'time limit of the compile step',
  maxQueueSeconds: 'limit of the wait',
  memoryMb: 'memory limit',
  network: 'network',
  rules: 'network rules',
};

/**
 * Returns the names of the options that are not as in an unchanged script.
 * @param environment name of the environment that the options refer to, if it is known
 */
export function changedOptions(draft: RunOptionsDraft, environment?: string): string[] {
  const names = Object.keys(optionNames) as (keyof RunOptionsDraft)[];
  return names
    .filter((name) => name !== 'rules' || draft.network === 'rules')
    .filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(emptyScriptOptions[name]))
    .map((name) => (name === 'environment' && environment ? `environment ${environment}` : optionNames[name]));
}
