import { satisfies } from '@renovatebot/pep440';
import { LayerError } from '../../layers.ts';
import type { Project } from './catalog.ts';
import type { Demand } from './demand.ts';

const versionsTold = 20;
const howTo = 'To have Docker: npm run engine.';

/** Why nothing can be chosen for these demands on one project. */
export function explainChoice(demands: readonly Demand[], found: Project | undefined): LayerError {
  const { project } = demands[0] ?? { project: '' };
  const who = whoOf(demands);
  const name = who === '' ? project : `${project}, which ${who} needs,`;
  if (found === undefined) {
    const needed = who === '' ? '' : ` (${who} needs it)`;
    return new LayerError('installer', `The package index has no package named ${project}${needed}.`);
  }
  const isElsewhere = found.versions.some((version) => demands.every(({ range }) => satisfies(version, range)));
  if (found.candidates.length === 0 || isElsewhere) {
    const why = found.hasWheels
      ? 'it is made for particular systems and has no wheel of pure Python 3.11'
      : 'it is there as source only, which would have to be built';
    return new LayerError('needs_docker', `${name} needs Docker: ${why}. ${howTo}`);
  }
  const wanted = demands
    .map(({ range }) => range)
    .filter((range) => range !== '')
    .join(',');
  const isThere = found.candidates.map(({ version }) => version).slice(0, versionsTold);
  return new LayerError(
    'installer',
    `No version of it satisfies ${project}${wanted}; there are ${isThere.join(', ')} of pure Python.`,
  );
}

/** That no version has metadata that can be used: not understood, of another Python, or with an address for an index. */
export function explainUnusable(demands: readonly Demand[]): LayerError {
  const { project, range } = demands[0] ?? { project: '', range: '' };
  return new LayerError(
    'installer',
    `No version of ${project}${range} can be used here: what they tell of themselves forbids it.`,
  );
}

/** That demands on one project exclude each other. */
export function explainConflict(demands: readonly Demand[]): LayerError {
  const told = demands.map(({ project, range, by }) => `${by === '' ? 'the list' : by} wants ${project}${range}`);
  return new LayerError('installer', `Packages of the list exclude each other: ${[...new Set(told)].join(', ')}.`);
}

function whoOf(demands: readonly Demand[]): string {
  if (demands.some(({ by }) => by === '')) return '';
  return demands[0]?.by ?? '';
}
