/** A place of the code that is not valid in its language. Offsets are UTF-16 units; `to` is greater than `from` where it can. */
export interface SyntaxProblem {
  from: number;
  to: number;
  message: string;
  /** True if the parser needed more code at this place, as for a bracket that is never closed. */
  isAtEnd?: boolean;
}

/** Request to a worker. It answers with {@link SyntaxProblem}s, or with `failed` if its parser cannot continue. */
export interface SyntaxTask {
  code: string;
  language: string;
}
export type SyntaxAnswer = { problems: SyntaxProblem[] } | { failed: true };

/** Longer code is not checked. */
export const maxCheckedUnits = 1_000_000;
/** Number of problems that are shown of one code. */
export const maxProblems = 20;
