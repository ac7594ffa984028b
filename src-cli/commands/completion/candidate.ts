/** A possible next argument of a command line. */
export interface Candidate {
  name: string;
  description: string;
}

/** Returns the candidates whose names a shell can insert: no control characters, and nothing that bash would expand. */
export function insertable(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ name }) => /^[\w@][\w@./+ -]{0,213}$/.test(name));
}
