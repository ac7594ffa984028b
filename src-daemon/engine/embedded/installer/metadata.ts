import { validRange } from '@renovatebot/pep440';
import type { parsePipRequirementsLine } from 'pip-requirements-js';
import { holds } from './markers.ts';
import { normalProject } from './wheel-name.ts';

/** A requirement of a version of a project that applies here. */
export interface Requirement {
  project: string;
  /** Range of versions (PEP 440); '' allows any. */
  range: string;
  extras: readonly string[];
}

/** The metadata of a version is not usable. The version is skipped, as in pip. */
export class MetadataError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MetadataError';
  }
}

export interface CoreMetadata {
  project: string;
  /** The unparsed lines. */
  requires: readonly string[];
  /** Range of Python versions; '' allows any. */
  requiresPython: string;
}

const requirementsCap = 2000;
const longestLine = 2000;

/** Reads a METADATA file (PyPA, core metadata): e-mail headers up to an empty line. @throws MetadataError */
export function readMetadata(text: string): CoreMetadata {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const values = (name: string) =>
    lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
  const requires = values('requires-dist');
  const [name = ''] = values('name');
  if (name === '') throw new MetadataError('it has no name');
  if (requires.length > requirementsCap || requires.some((line) => line.length > longestLine))
    throw new MetadataError('it needs too much');
  return { project: normalProject(name), requires, requiresPython: values('requires-python')[0] ?? '' };
}

/**
 * Returns the requirements that apply here, with one extra or none ('').
 * @throws MetadataError for an invalid requirement, and for one that names an address instead of a version
 */
export async function requirementsOf({ requires }: CoreMetadata, extra: string): Promise<Requirement[]> {
  const { parsePipRequirementsLine: parseLine } = await import('pip-requirements-js');
  return requires.flatMap((line) => {
    const parsed = parse(parseLine, line);
    if (parsed?.type !== 'ProjectName' && parsed?.type !== 'ProjectURL')
      throw new MetadataError(`not a requirement: ${line}`);
    if (parsed.environmentMarkerTree !== undefined && !holds(parsed.environmentMarkerTree, extra)) return [];
    if (parsed.type === 'ProjectURL') throw new MetadataError(`it needs an address: ${parsed.name}`);
    const range = (parsed.versionSpec ?? []).map(({ operator, version }) => `${operator}${version}`).join(',');
    if (range !== '' && !validRange(range)) throw new MetadataError(`not a range: ${range}`);
    return { project: normalProject(parsed.name), range, extras: (parsed.extras ?? []).map(normalProject) };
  });
}

function parse(parseLine: typeof parsePipRequirementsLine, line: string) {
  try {
    return parseLine(line);
  } catch {
    throw new MetadataError(`not a requirement: ${line}`);
  }
}
