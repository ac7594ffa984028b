import { createFormIndex, type FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { maskedForms } from '../../../../../src-shared-node/masking/masked-forms.ts';
import { doInSlices, type SlicedWork } from '../../../../../src-shared-node/sliced-work.ts';
import type { BoundSecret } from '../../../policy.ts';
import { isUsable } from './placed-secret.ts';

export interface FormIndexes {
  /** Forms of the placeholders of all secrets, each as a whole pattern; undefined if there are no secrets. */
  placeholders: FormIndex | undefined;
  /** Forms of the values of the secrets of one connection; undefined if there are none. */
  values: FormIndex | undefined;
}

/** Length of the beginning of a long form after which the rest of it is followed, as in the output of programs. */
const beginning = 128;
/** Placeholders are short, so that no form is as long. */
const wholeForm = 65_535;

/** All connections of a run have the same secrets, and preparing the forms of large values takes seconds. */
const prepared = new WeakMap<readonly BoundSecret[], Map<string, Promise<FormIndex>>>();

/** Returns the indexes for a connection. They are prepared once for each set of secrets of a run. */
export async function formIndexes(
  secrets: readonly BoundSecret[],
  allSecrets: readonly BoundSecret[],
): Promise<FormIndexes> {
  const known = prepared.get(allSecrets) ?? new Map<string, Promise<FormIndex>>();
  prepared.set(allSecrets, known);
  const find = (key: string, prepare: () => SlicedWork<FormIndex>) => {
    const index = known.get(key) ?? doInSlices(prepare());
    known.set(key, index);
    return index;
  };
  // A value that is never sent comes back in no answer. Each line of one with several lines would count as a value.
  const values = secrets.map(({ value }) => value).filter(isUsable);
  const key = `values of ${secrets.map(({ name }) => name).join(' ')}`;
  const [placeholders, valueIndex] = await Promise.all([
    allSecrets.length === 0 ? undefined : find('placeholders', () => indexOfPlaceholders(allSecrets)),
    values.length === 0 ? undefined : find(key, () => indexOfForms(values, beginning)),
  ]);
  return { placeholders, values: valueIndex };
}

/** Header names are often written in lower case, so placeholders are also searched in lower and upper case. */
function indexOfPlaceholders(allSecrets: readonly BoundSecret[]): SlicedWork<FormIndex> {
  const texts = allSecrets.map(({ placeholder }) => placeholder);
  const otherCases = texts.flatMap((text) => [text.toLowerCase(), text.toUpperCase()]);
  return indexOfForms([...texts, ...otherCases], wholeForm);
}

function* indexOfForms(values: readonly string[], longest: number): SlicedWork<FormIndex> {
  const forms = new Set<string>();
  for (const form of maskedForms(values)) {
    for (const bytes of byteForms(form)) forms.add(bytes);
    yield;
  }
  return yield* createFormIndex(forms, longest);
}

/** Generates a form as bytes with one character each, in UTF-8 and, if it has all characters, in Latin-1. */
function* byteForms(form: string): Generator<string, void, void> {
  yield Buffer.from(form, 'utf8').toString('latin1');
  if (!/[^\0-\xff]/.test(form)) yield form;
}
