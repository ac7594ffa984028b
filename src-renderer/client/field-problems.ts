import { asApiError, type FieldProblem } from './api-error.ts';

/** Problems of the fields of a request, by the name of their control. */
export interface FieldProblems {
  /**
   * The problem of each control: a predicate that follows its name if it starts with a lower-case letter, else a
   * sentence.
   */
  byName: ReadonlyMap<string, string>;
  /** True if every problem has a control, so that the error itself need not be shown. */
  isComplete: boolean;
  /** The problems without a control, if others have one. */
  others: readonly FieldProblem[];
}

export const noProblems: FieldProblems = { byName: new Map(), isComplete: false, others: [] };

/**
 * Assigns the field problems of an error to the controls of a form. The names of the controls are paths of the
 * contract: `limits.memoryMb`. A control also gets the problems below its path: `secretNames[2]`.
 * @param others maps an error code or another path to a control (`{ email_taken: 'email' }`)
 */
export function fieldProblems(
  error: unknown,
  names: readonly string[],
  others: Readonly<Record<string, string>> = {},
): FieldProblems {
  if (error === null || error === undefined) return noProblems;
  const { code, message, details } = asApiError(error);
  const named = others[code];
  if (named !== undefined && names.includes(named))
    return { byName: new Map([[named, message]]), isComplete: true, others: [] };
  const byName = new Map<string, string>();
  const found = details.map((problem) => assign({ ...problem, path: others[problem.path] ?? problem.path }, names));
  for (const one of found) if (one !== undefined && !byName.has(one.name)) byName.set(one.name, one.message);
  const left = byName.size === 0 ? [] : details.filter((_, index) => found[index] === undefined);
  return { byName, isComplete: details.length > 0 && !found.includes(undefined), others: left };
}

function assign({ path, message }: FieldProblem, names: readonly string[]) {
  if (names.includes(path)) return { name: path, message };
  const name = names.find((candidate) => path.startsWith(`${candidate}[`) || path.startsWith(`${candidate}.`));
  if (name === undefined) return undefined;
  return { name, message: `${entryOf(path.slice(name.length))} ${message}.` };
}

/** Returns `Entry 3` for `[2]`. */
function entryOf(rest: string): string {
  const index = /^\[(\d{1,9})\]/.exec(rest)?.[1];
  return index === undefined ? rest.replace(/^[.[]/, '') : `Entry ${Number(index) + 1}`;
}

/** Joins `The name` and `must not be empty` to a sentence. */
export function problemSentence(subject: string, problem: string): string {
  const first = problem.charAt(0);
  if (first === first.toUpperCase()) return problem;
  return `${subject} ${problem}${problem.endsWith('.') ? '' : '.'}`;
}
