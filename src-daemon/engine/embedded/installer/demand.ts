/** A requirement, and who has it: '' is the list itself. */
export interface Demand {
  project: string;
  /** PEP 440; '' is any. */
  range: string;
  /** '' is the project itself; an extra of it is a thing of its own that needs it in the same version. */
  extra: string;
  by: string;
}

/** What a demand asks a version of: `name` or `name[extra]`. */
export function keyOf({ project, extra }: Pick<Demand, 'project' | 'extra'>): string {
  return extra === '' ? project : `${project}[${extra}]`;
}
