import { satisfies } from '@renovatebot/pep440';
import { LayerError } from '../../layers.ts';
import type { Project } from './catalog.ts';
import type { Demand } from './demand.ts';

const versionsShown = 20;
const howTo = 'To install or start Docker: npm run engine.';

/** Returns the error if no version satisfies the demands on one project. */
export function explainChoice(demands: readonly Demand[], found: Project | undefined): LayerError {
  const { project } = demands[0] ?? { project: '' };
  const requester = requesterOf(demands);
  const name = requester === '' ? project : `${project}, which ${requester} needs,`;
  if (found === undefined) {
    const needed = requester === '' ? '' : ` (${requester} needs it)`;
    return new LayerError('installer', `The package index has no package named ${project}${needed}.`);
  }
  const isElsewhere = found.versions.some((version) => demands.every(({ range }) => satisfies(version, range)));
  if (found.candidates.length === 0 || isElsewhere) {
    const why = found.hasWheels
      ? 'it is made for particular systems and has no wheel of pure Python 3.11'
      : 'it is there as source only, which would have to be built';
    return new LayerError('needs_docker', `${name} needs Docker: ${why}. ${howTo}`);
  }
  const required = demands
    .map(({ range }) => range)
    .filter((range) => range !== '')
    .join(',');
  const available = found.candidates.map(({ version }) => version).slice(0, versionsShown);
  return new LayerError(
    'installer',
    `No version satisfies ${project}${required}. Available versions of pure Python: ${available.join(', ')}.`,
  );
}

/** Returns the error if no version has usable metadata: it is invalid, needs another Python, or names an address. */
export function explainUnusable(demands: readonly Demand[]): LayerError {
  const { project, range } = demands[0] ?? { project: '', range: '' };
  return new LayerError(
    'installer',
    `No version of ${project}${range} can be used here: their metadata is invalid, needs another Python, or names an address.`,
  );
}

/** Returns the error if the demands on a project conflict with each other. */
export function explainConflict(demands: readonly Demand[]): LayerError {
  const requirements = demands.map(
    ({ project, range, by }) => `${by === '' ? 'the list' : by} requires ${project}${range}`,
  );
  return new LayerError(
    'installer',
    `Packages of the list conflict with each other: ${[...new Set(requirements)].join(', ')}.`,
  );
}

function requesterOf(demands: readonly Demand[]): string {
  if (demands.some(({ by }) => by === '')) return '';
  return demands[0]?.by ?? '';
}

/** Returns the error of a list with hashes, of which no file of a package has one. */
export function explainHashes(project: string): LayerError {
  return new LayerError(
    'installer',
    `No file of ${project} has a hash of the list. With hashes, every package that is installed needs its own (sha256).`,
  );
}
