import { z } from 'zod';
import { RunOptions } from '../../../../src-shared/contracts/execute-request.ts';
import { optionFields } from './option-fields.ts';

type FormFields = typeof optionFields;
type FormOptions = { [Name in keyof FormFields]: z.infer<FormFields[Name]['stored']> };

/** Options that the form does not hold. A draft has them as the contract does, so that they are in each request. */
type OtherName = Exclude<keyof RunOptions, FormFields[keyof FormFields]['of'] | 'outputKeep'>;

/** Run options as the form fields hold them. */
export type RunOptionsDraft = FormOptions & Pick<RunOptions, OtherName>;

const fields = Object.entries(optionFields);
/** The interface determines `outputKeep`: the same for all its runs. */
const held = new Set<string>(['outputKeep', ...fields.map(([, { of }]) => of)]);
const otherNames = Object.keys(RunOptions.shape).filter((name) => !held.has(name)) as OtherName[];

/** The names of all fields of a draft, in the order in which users read them. */
export const optionNames = [...fields.map(([name]) => name), ...otherNames] as (keyof RunOptionsDraft)[];

/** Run options of an empty form. It names each field, so that a draft that it replaces keeps none. */
export const emptyOptions = Object.fromEntries([
  ...fields.map(([name, { empty }]) => [name, empty]),
  ...otherNames.map((name) => [name, undefined]),
]) as RunOptionsDraft;

/** A field of the form that alone holds a field of the contract, whatever its types. */
interface OwnField {
  of: keyof RunOptions;
  toDraft(value: unknown): unknown;
  toRequest(draft: unknown): unknown;
}

const ownFields = fields.flatMap(([name, field]) => ('toDraft' in field ? [[name, field as OwnField] as const] : []));

/** Returns the options of a request that the draft holds in a field of their own, or as they are. */
export function ownOptionsOf(draft: RunOptionsDraft): RunOptions {
  const read = draft as Readonly<Record<string, unknown>>;
  const options = [
    ...ownFields.map(([name, { of, toRequest }]) => [of, toRequest(read[name])]),
    ...otherNames.map((name) => [name, read[name]]),
  ];
  return Object.fromEntries(options.filter(([, value]) => value !== undefined));
}

/** Returns the fields of a draft that {@link ownOptionsOf} reads; those that the request does not name are empty. */
export function ownFieldsOf(request: RunOptions): RunOptionsDraft {
  const given = ownFields.flatMap(([name, { of, toDraft }]) =>
    request[of] === undefined ? [] : [[name, toDraft(request[of])]],
  );
  return {
    ...emptyOptions,
    ...Object.fromEntries(given),
    ...Object.fromEntries(otherNames.map((name) => [name, request[name]])),
  };
}

type Shape = { [Name in keyof FormFields]: z.ZodDefault<FormFields[Name]['stored']> } & Pick<
  (typeof RunOptions)['shape'],
  OtherName
>;

const optionsShape = Object.fromEntries([
  ...fields.map(([name, { stored, empty }]) => [name, (stored as z.ZodType).default(empty)]),
  ...otherNames.map((name) => [name, RunOptions.shape[name]]),
]) as Shape;

/** Stored run options of a profile. */
const ProfileOptions = z.object(optionsShape);
/** Stored run options without the files, which are in a draft of their own or selected again. */
export const StoredOptions = ProfileOptions.omit({ files: true });
export const StoredFiles = optionsShape.files;

/** The selected profile and the others, and the path of the program. The options of an earlier version have none. */
export const storedProfiles = {
  entry: z.string().optional(),
  profile: z.string().default(''),
  others: z.array(z.object({ name: z.string(), options: ProfileOptions })).default([]),
};

const Profiles = ProfileOptions.extend(storedProfiles);

/**
 * Stored run options of a script. Before there were rules, no script had any, and `none` was the only other choice than the
 * whole network.
 */
export const OptionsDraft = z.preprocess(
  (stored) => (isWithoutRules(stored) && stored.network === 'none' ? { ...stored, network: 'script' } : stored),
  Profiles,
);

function isWithoutRules(stored: unknown): stored is { network?: unknown } {
  return typeof stored === 'object' && stored !== null && !('rules' in stored);
}
