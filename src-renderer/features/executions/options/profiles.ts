import { fieldLabels } from '../../../client/field-labels.ts';
import { optionFields } from './option-fields.ts';
import { emptyOptions, optionNames, type RunOptionsDraft } from './options-draft.ts';
import { emptyScriptOptions, noProfiles, type Profile, type Profiles } from './run-draft.ts';

/** The run options of a script or scratch: those of the selected profile, and the other profiles. */
export interface ProfiledOptions extends RunOptionsDraft, Profiles {
  /** Path of the program among the files; undefined for the usual one. All profiles have the same. */
  entry?: string | undefined;
}

export const emptyProfiles: ProfiledOptions = { ...emptyScriptOptions, ...noProfiles };

/** Maximum number of profiles of a script, with the default one. */
export const profileLimit = 20;
export const longestProfileName = 40;

/** Returns the names of all profiles, the default one first. */
export function profileNames({ profile, others }: Profiles): string[] {
  return [profile, ...others.map(({ name }) => name)].toSorted((one, other) => one.localeCompare(other));
}

/** Returns why a profile cannot have a name; undefined if it can. */
export function profileNameProblem(draft: Profiles, name: string): string | undefined {
  const text = name.trim();
  if (text === '') return 'Enter a name, such as staging.';
  if (text.length > longestProfileName) return `At most ${longestProfileName} characters.`;
  if (text.toLowerCase() === 'default') return 'The default profile has this name.';
  if (profileNames(draft).some((other) => other.toLowerCase() === text.toLowerCase())) return 'This name is taken.';
  return undefined;
}

/** Selects a profile; an unknown name changes nothing. */
export function chooseProfile<Draft extends ProfiledOptions>(draft: Draft, name: string): Draft {
  const chosen = draft.others.find((other) => other.name === name);
  if (chosen === undefined) return draft;
  const others = draft.others.filter((other) => other !== chosen);
  return { ...draft, ...emptyOptions, ...chosen.options, profile: name, others: [...others, current(draft)] };
}

/** Adds a profile with the options of the selected one, and selects it. */
export const addProfile = <Draft extends ProfiledOptions>(draft: Draft, name: string): Draft => ({
  ...draft,
  profile: name.trim(),
  others: [...draft.others, current(draft)],
});

/** Deletes the selected profile, and selects the default one, which cannot be deleted. */
export function deleteProfile<Draft extends ProfiledOptions>(draft: Draft): Draft {
  if (draft.profile === '') return draft;
  const next = chooseProfile(draft, '');
  return { ...next, others: next.others.filter(({ name }) => name !== draft.profile) };
}

/** Returns the selected profile. A scratch has more fields than its options. */
function current(draft: ProfiledOptions): Profile {
  const options = Object.fromEntries(optionNames.map((key) => [key, draft[key]])) as unknown as RunOptionsDraft;
  return { name: draft.profile, options };
}

/**
 * Returns the names of the options that differ from those of an unchanged script or scratch.
 * @param environment name of the environment that the options refer to, if it is known
 */
export function changedOptions(
  draft: RunOptionsDraft,
  environment?: string,
  defaults: RunOptionsDraft = emptyScriptOptions,
): string[] {
  return optionNames
    .filter((name) => name !== 'rules' || draft.network === 'rules')
    .filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(defaults[name]))
    .map((name) => (name === 'environment' && environment ? `environment ${environment}` : labelOf(name)));
}

/** Returns what users call an option: the label of its field, or for an option without a field that of the contract. */
function labelOf(name: keyof RunOptionsDraft): string {
  if (name in optionFields) return optionFields[name as keyof typeof optionFields].label;
  const found = fieldLabels[name];
  return typeof found === 'string' ? `${found.charAt(0).toLowerCase()}${found.slice(1)}` : name;
}
