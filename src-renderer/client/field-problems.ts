import { asApiError, type FieldProblem } from './api-error.ts';

/** The bad fields of a request, by the name of the control that holds each. */
export interface FieldProblems {
  /** What is wrong with a control: read after its name where it begins with a small letter, else a sentence. */
  byName: ReadonlyMap<string, string>;
  /** Whether every problem has a control: then the error itself need not be shown again. */
  isComplete: boolean;
}

export const noProblems: FieldProblems = { byName: new Map(), isComplete: false };

/**
 * Assigns what an error says of the fields of a request to the controls of a form, whose names are the paths of the
 * contract: `limits.memoryMb`. A control also gets the problems of what is below its path: `secretNames[2]`.
 * @param others the control for what has none of its name: an error's code, or another path (`{ email_taken: 'email' }`)
 */
export function fieldProblems(
  error: unknown,
  names: readonly string[],
  others: Readonly<Record<string, string>> = {},
): FieldProblems {
  if (error === null || error === undefined) return noProblems;
  const { code, message, details } = asApiError(error);
  const named = others[code];
  if (named !== undefined && names.includes(named)) return { byName: new Map([[named, message]]), isComplete: true };
  const byName = new Map<string, string>();
  const found = details.map((problem) => assign({ ...problem, path: others[problem.path] ?? problem.path }, names));
  for (const one of found) if (one !== undefined && !byName.has(one.name)) byName.set(one.name, one.message);
  return { byName, isComplete: details.length > 0 && !found.includes(undefined) };
}

function assign({ path, message }: FieldProblem, names: readonly string[]) {
  if (names.includes(path)) return { name: path, message };
  const name = names.find((candidate) => path.startsWith(`${candidate}[`) || path.startsWith(`${candidate}.`));
  if (name === undefined) return undefined;
  return { name, message: `${entryOf(path.slice(name.length))} ${message}.` };
}

/** `[2]` is `Entry 3`: people count from one. */
function entryOf(rest: string): string {
  const index = /^\[(\d{1,9})\]/.exec(rest)?.[1];
  return index === undefined ? rest.replace(/^[.[]/, '') : `Entry ${Number(index) + 1}`;
}

/** `Name` and `must not be empty` is `The name must not be empty.` */
export function problemSentence(subject: string, problem: string): string {
  const first = problem.charAt(0);
  if (first === first.toUpperCase()) return problem;
  return `${subject} ${problem}${problem.endsWith('.') ? '' : '.'}`;
}
