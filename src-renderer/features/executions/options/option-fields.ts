import { z } from 'zod';
import { InputFile, type RunOptions } from '../../../../src-shared/contracts/execute-request.ts';
import { withoutTrailing } from '../../../../src-shared/formats/without-trailing.ts';
import { emptyRules, RulesForm } from '../../../ui/network/rule-form.ts';

/** The network of a run: `script` for the rules that are stored with a script, if any. */
const NetworkChoice = z.enum(['script', 'none', 'rules', 'full']);
export type NetworkChoice = z.infer<typeof NetworkChoice>;

/** A file of the contract, whose text can be one that the daemon refuses, with its size in bytes. */
const DraftFile = z.object({
  ...InputFile.shape,
  ...{ path: z.string(), content: z.string(), encoding: z.enum(['utf8', 'base64']), size: z.number() },
});
export type DraftFile = z.infer<typeof DraftFile>;

/**
 * Describes a field of the form that holds a field of the contract together with others.
 * @param of the field of the contract
 * @param empty its value in an empty form, and in a stored draft of an earlier version
 * @param label what users call it
 */
const shared = <Of extends keyof RunOptions, Stored extends z.ZodType>(
  ...[of, stored, empty, label]: [of: Of, stored: Stored, empty: z.infer<Stored>, label: string]
) => ({ of, stored, empty, label });

interface Conversion<Value, Draft> {
  toDraft(value: Value): Draft;
  /** Returns undefined for a field that the request does not name. */
  toRequest(draft: Draft): Value | undefined;
}

/** Describes a field of the form that alone holds a field of the contract. */
const own = <Of extends keyof RunOptions, Stored extends z.ZodType>(
  field: ReturnType<typeof shared<Of, Stored>>,
  conversion: Conversion<NonNullable<RunOptions[Of]>, z.infer<Stored>>,
) => ({ ...field, ...conversion });

/** Describes a number as its text in the form; `unit` is the number of units of the contract in one of the form. */
const limit = <Of extends 'timeoutMs' | 'compileTimeoutMs' | 'maxQueueMs' | 'memoryMb'>(
  of: Of,
  label: string,
  unit = 1000,
) =>
  own<Of, z.ZodString>(shared(of, z.string(), '', label), {
    toDraft: (value) => String(value / unit),
    toRequest: (text) => (text === '' ? undefined : Math.round(Number(text) * unit)),
  });

/** The fields of the form, in the order in which users read them. Options without a field are in the draft as they are. */
export const optionFields = {
  /** Values for the fields that the comments of the code ask for. */
  form: shared('args', z.record(z.string(), z.string()), {}, 'values'),
  /** One argument per line. */
  args: shared('args', z.string(), '', 'arguments'),
  stdin: own(shared('stdin', z.string(), '', 'standard input'), {
    toDraft: (value) => value,
    toRequest: (text) => text || undefined,
  }),
  /** Id of the named environment; empty for none. */
  environment: shared('env', z.string(), '', 'environment'),
  /** Variables of these options only, as lines `NAME=value`. */
  variables: shared('env', z.string(), '', 'variables'),
  files: own(shared('files', z.array(DraftFile), [], 'files'), {
    toDraft: (files) =>
      files.map(({ path, content, encoding = 'utf8', ...rest }) => ({
        ...{ path, content, encoding, size: sizeOf(content, encoding) },
        ...rest,
      })),
    toRequest: (files) =>
      files.length === 0
        ? undefined
        : files.map(({ path, content, encoding, size: _, ...rest }) => ({ path, content, encoding, ...rest })),
  }),
  secrets: shared('secrets', z.union([z.literal('all'), z.array(z.string())]), 'all', 'secrets'),
  packages: own(shared('packages', z.boolean(), true, 'packages'), {
    toDraft: (value) => value,
    toRequest: (value) => value,
  }),
  /** Packages of the program alone, separated by spaces. */
  withPackages: own(shared('withPackages', z.string(), '', 'packages of the program'), {
    toDraft: (names) => names.map((name) => name.replaceAll(/\s/g, '')).join(' '),
    toRequest: (text) => (text.trim() === '' ? undefined : text.trim().split(/\s+/)),
  }),
  inlinePackages: own(shared('inlinePackages', z.boolean(), true, 'packages declared in the code'), {
    toDraft: (value) => value,
    // The usual value depends on who wrote the code.
    toRequest: (value) => (value ? undefined : false),
  }),
  /** Empty: the limit of the settings. */
  timeoutSeconds: limit('timeoutMs', 'time limit'),
  /** Empty: 60 s. */
  compileTimeoutSeconds: limit('compileTimeoutMs', 'time limit of the compile step'),
  /** Limit of the wait for a slot; empty: none. */
  maxQueueSeconds: limit('maxQueueMs', 'limit of the wait'),
  memoryMb: limit('memoryMb', 'memory limit', 1),
  network: shared('network', NetworkChoice, 'none', 'network'),
  /** Used if `network` is `rules`; kept for any other choice. */
  rules: shared('network', RulesForm, emptyRules, 'network rules'),
};

/** Returns the number of bytes of a file's content. */
function sizeOf(content: string, encoding: DraftFile['encoding']): number {
  if (encoding === 'utf8') return new TextEncoder().encode(content).length;
  return Math.floor((withoutTrailing(content, '=').length * 3) / 4);
}
