/** A requirement, and the package that has it: '' is the list of the order. */
export interface Demand {
  project: string;
  /** PEP 440; '' is any. */
  range: string;
  /** '' is the project. An extra is resolved separately, and requires the project in the same version. */
  extra: string;
  by: string;
}

/** Returns the key of a demand's target: `name` or `name[extra]`. */
export function keyOf({ project, extra }: Pick<Demand, 'project' | 'extra'>): string {
  return extra === '' ? project : `${project}[${extra}]`;
}
