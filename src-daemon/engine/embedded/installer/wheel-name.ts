/** What the file name of a wheel says (PyPA, binary distribution format). */
export interface WheelName {
  /** As an index compares names (PEP 503). */
  project: string;
  version: string;
  /** One wheel for every system: no compiled code of its own. */
  isPure: boolean;
  /** Which of several pure ones to take: the highest. */
  rank: number;
}

/** The minor version of Python 3 that the embedded interpreter is. */
const minor = 11;

/** Undefined for a file that is no wheel. */
export function parseWheelName(fileName: string): WheelName | undefined {
  const parts = fileName.endsWith('.whl') ? fileName.slice(0, -'.whl'.length).split('-') : [];
  if (parts.length !== 5 && parts.length !== 6) return undefined;
  const [project = '', version = ''] = parts;
  const [python = '', abi = '', platform = ''] = parts.slice(-3);
  const rank = Math.max(...python.split('.').map(rankOf));
  const isPure = rank > 0 && abi.split('.').includes('none') && platform.split('.').includes('any');
  return { project: normalProject(project), version: version.replaceAll('_', '-'), isPure, rank };
}

/** When two names are the same: PEP 503 for projects, PEP 685 for extras. */
export function normalProject(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Compatibility tags of pure wheels (PEP 425): `py3`, `py311` and earlier, `cp311`; 0 is not for this interpreter. */
function rankOf(tag: string): number {
  if (tag === 'py3') return 1;
  const [, kind, digits] = /^(py|cp)3(\d{1,2})$/.exec(tag) ?? [];
  const own = Number(digits);
  if (kind === 'cp') return own === minor ? 100 : 0;
  return kind === 'py' && own <= minor ? 2 + own : 0;
}
