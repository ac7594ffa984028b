import type { ExecuteRequest, RunOptions } from '../../../../src-shared/contracts/execute-request.ts';
import type { Network, NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import type { StoredRunOptions } from '../../../../src-shared/contracts/vault.contract.ts';
import { emptyRules, rulesFormOf, rulesOf } from '../../../ui/network/rule-form.ts';
import { type Environment, linesOf, variablesIn } from '../environments/environments.ts';
import { asksForInput } from '../input/asks-for-input.ts';
import { isUntouched, samples } from '../samples/samples.ts';
import { formArguments, formFieldsOf, readFormArguments } from './form-fields.ts';
import { emptyOptions, optionNames, ownFieldsOf, ownOptionsOf, type RunOptionsDraft } from './options-draft.ts';

/** A named set of run options. */
export interface Profile {
  /** Empty for the default profile. */
  name: string;
  options: RunOptionsDraft;
}

export interface Profiles {
  /** Name of the selected profile; empty for the default one. */
  profile: string;
  /** The profiles that are not selected. */
  others: readonly Profile[];
}

export const noProfiles: Profiles = { profile: '', others: [] };

/** The language, code and options on the Run screen, with their profiles. */
export interface RunDraft extends RunOptionsDraft, Profiles {
  language: string;
  code: string;
  /** Path of the program among the files, of a run that named it. */
  entry?: string | undefined;
  /** Without text for the standard input: ask for it during the run, if the code reads lines, always or never. */
  input: InputChoice;
}

export type InputChoice = 'auto' | 'ask' | 'none';

/** Run options of a stored script: its own network rules hold unless the user makes another choice. */
export const emptyScriptOptions: RunOptionsDraft = { ...emptyOptions, network: 'script' };

export const emptyDraft: RunDraft = {
  language: 'python',
  code: samples.python ?? '',
  entry: undefined,
  input: 'auto',
  ...noProfiles,
  ...emptyOptions,
};

/** Returns the change for another language: an unedited sample is replaced by the sample of that language. */
export function withLanguage(draft: RunDraft, language: string): Partial<RunDraft> {
  const sample = samples[language];
  const change = { language, entry: undefined };
  return sample !== undefined && isUntouched(draft.code) ? { ...change, code: sample } : change;
}

/** Returns true if the user changed at most the language. */
export function isUntouchedDraft(draft: RunDraft): boolean {
  return (
    isUntouched(draft.code) &&
    draft.others.length === 0 &&
    draft.input === emptyDraft.input &&
    optionNames.every((name) => JSON.stringify(draft[name]) === JSON.stringify(emptyOptions[name]))
  );
}

/** Returns the request of a draft with its environment. */
export function requestOf(draft: RunDraft, environment?: Environment): ExecuteRequest {
  const { language, code, entry } = draft;
  const openStdin = isAskedForInput(draft);
  return {
    language,
    code,
    ...(entry !== undefined && { entry }),
    ...(openStdin && { openStdin }),
    ...optionsOf(draft, { code, environment }),
  };
}

/** Returns true if the input of the program stays open, so that the output panel can ask for it. */
function isAskedForInput({ language, code, stdin, input }: RunDraft): boolean {
  return stdin === '' && (input === 'ask' || (input === 'auto' && asksForInput(language, code)));
}

/** The program that run options belong to, with the rules and the environment that they refer to. */
interface Program {
  /** The rules that are stored with the script. */
  network?: NetworkRules | undefined;
  /** The code, whose comments can ask for values. */
  code?: string | undefined;
  /** The environment that the options name. */
  environment?: Environment | undefined;
}

/** Returns true if secrets must be selected by name: the run has a network, or its environment names those that it gets. */
export function needsSecretNames({ network }: RunOptionsDraft, { network: stored, environment }: Program): boolean {
  const hasNetwork = network === 'script' ? stored !== undefined : network !== 'none';
  return hasNetwork || (environment !== undefined && environment.secrets.length > 0);
}

/** Returns the options of a stored script's run, with the path of its program. */
export function storedOptionsOf(draft: RunOptionsDraft & Pick<RunDraft, 'entry'>, program: Program): StoredRunOptions {
  const { entry } = draft;
  return { ...(entry !== undefined && { entry }), ...optionsOf(draft, program) };
}

/** Returns the run options of a draft. With a network or an environment, secrets must be selected by name. */
export function optionsOf(draft: RunOptionsDraft, program: Program = {}): RunOptions {
  const { code = '', environment } = program;
  const typed = draft.args.split('\n').filter((line) => line !== '');
  const args = [...formArguments(formFieldsOf(code), draft.form), ...typed];
  const secrets = secretsOf(draft, program);
  const env = { ...variablesIn(environment?.variables ?? ''), ...variablesIn(draft.variables) };
  const network = networkOf(draft);
  return {
    ...ownOptionsOf(draft),
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
    secrets,
    ...(network !== undefined && { network }),
    // The result of a program with much output is usually at its end.
    outputKeep: 'ends',
  };
}

/** Returns the secrets of a run: those of its environment, and those that its options name. */
function secretsOf(draft: RunOptionsDraft, program: Program): 'all' | string[] {
  const { secrets } = draft;
  if (secrets === 'all' && !needsSecretNames(draft, program)) return 'all';
  return [...new Set([...(program.environment?.secrets ?? []), ...(secrets === 'all' ? [] : secrets)])];
}

/** Returns the network of a run; undefined for the rules that are stored with the script. */
function networkOf({ network, rules }: RunOptionsDraft): Network | undefined {
  if (network === 'script') return undefined;
  return network === 'rules' ? rulesOf(rules) : network;
}

/** Returns the draft of a stored request, so that it can be changed and run again. */
export function draftOf(request: ExecuteRequest): RunDraft {
  const { values, rest } = readFormArguments(formFieldsOf(request.code), request.args ?? []);
  return {
    language: request.language,
    code: request.code,
    entry: request.entry,
    input: request.openStdin ? 'ask' : 'auto',
    ...noProfiles,
    ...ownFieldsOf(request),
    form: values,
    args: rest.join('\n'),
    variables: linesOf(request.env ?? {}).text,
    secrets: request.secrets ?? (request.generated === undefined ? 'all' : []),
    ...networkDraftOf(request.network),
  };
}

function networkDraftOf(network: Network = 'none'): Pick<RunOptionsDraft, 'network' | 'rules'> {
  if (typeof network === 'string') return { network, rules: emptyRules };
  return { network: 'rules', rules: rulesFormOf(network) };
}
