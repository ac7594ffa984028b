/** The parts of a wheel's file name (PyPA, binary distribution format). */
export interface WheelName {
  /** Normalized name (PEP 503). */
  project: string;
  version: string;
  /** True if the wheel is for all systems: it has no compiled code. */
  isPure: boolean;
  /** The installer uses the pure wheel with the highest rank. */
  rank: number;
}

/** Minor version of the embedded Python 3. */
const minor = 11;

/** Returns undefined if the file is not a wheel. */
export function parseWheelName(fileName: string): WheelName | undefined {
  const parts = fileName.endsWith('.whl') ? fileName.slice(0, -'.whl'.length).split('-') : [];
  if (parts.length !== 5 && parts.length !== 6) return undefined;
  const [project = '', version = ''] = parts;
  const [python = '', abi = '', platform = ''] = parts.slice(-3);
  const rank = Math.max(...python.split('.').map(rankOf));
  const isPure = rank > 0 && abi.split('.').includes('none') && platform.split('.').includes('any');
  return { project: normalProject(project), version: version.replaceAll('_', '-'), isPure, rank };
}

/** Returns the normalized name of a project (PEP 503) or of an extra (PEP 685). */
export function normalProject(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Returns the rank of a compatibility tag (PEP 425): `py3`, `py311` and earlier, `cp311`. 0: another interpreter. */
function rankOf(tag: string): number {
  if (tag === 'py3') return 1;
  const [, kind, digits] = /^(py|cp)3(\d{1,2})$/.exec(tag) ?? [];
  const own = Number(digits);
  if (kind === 'cp') return own === minor ? 100 : 0;
  return kind === 'py' && own <= minor ? 2 + own : 0;
}
