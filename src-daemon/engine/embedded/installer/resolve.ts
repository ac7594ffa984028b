import { explain, satisfies } from '@renovatebot/pep440';
import { LayerError } from '../../layers.ts';
import { decodeRequirement, type PackageRequirement } from '../../package-requirement.ts';
import type { Candidate, Catalog } from './catalog.ts';
import { type Demand, keyOf } from './demand.ts';
import { type CoreMetadata, MetadataError, type Requirement, requirementsOf } from './metadata.ts';
import { explainChoice, explainConflict, explainHashes, explainUnusable } from './resolve-message.ts';

type Pins = ReadonlyMap<string, Candidate>;
/** Reason why a branch failed: the keys of demands whose other versions could help. */
type Conflict = ReadonlySet<string>;

const stepsCap = 5000;

/**
 * Chooses a version of each package that a list needs: the newest compatible ones that have a pure wheel. The search is
 * depth first; a conflict returns to the last choice that was part of it.
 * @throws LayerError `needs_docker` if a package has no pure wheel, `installer` if the list has no solution; the catalog's
 *   errors
 */
export async function resolve(packages: Readonly<Record<string, string>>, catalog: Catalog): Promise<Candidate[]> {
  const listed = Object.entries(packages).map(([project, text]) => ({ project, ...decodeRequirement(text) }));
  const search: Search = { catalog, stepsLeft: stepsCap, failures: [], hashes: hashesOf(listed) };
  const demands = listed.flatMap((requirement) => split(requirement, ''));
  const found = await solve(search, { pins: new Map(), demands });
  if (!(found instanceof Set)) return [...new Set((found as Pins).values())];
  throw search.failures.find(({ fault }) => fault === 'needs_docker') ?? search.failures[0] ?? explainConflict(demands);
}

interface Search {
  catalog: Catalog;
  stepsLeft: number;
  /** Failures in the order of the search: the first is that of the preferred versions. */
  failures: LayerError[];
  /** The digests of each project; undefined if the list has none, and any file is accepted. */
  hashes: ReadonlyMap<string, readonly string[]> | undefined;
}

/** As in pip, either every package has hashes or none. */
function hashesOf(listed: readonly (PackageRequirement & { project: string })[]): Search['hashes'] {
  if (listed.every(({ hashes }) => hashes.length === 0)) return undefined;
  return new Map(listed.map(({ project, hashes }) => [project, hashes]));
}

/** The download is compared with the digest of the index, so it is enough to compare that one. */
function isTrusted({ project, file }: Candidate, { hashes }: Search): boolean {
  return hashes === undefined || (hashes.get(project) ?? []).includes(`sha256:${file.sha256}`);
}

interface State {
  pins: Pins;
  demands: readonly Demand[];
}

async function solve(search: Search, state: State): Promise<Pins | Conflict> {
  const open = state.demands.find((demand) => !state.pins.has(keyOf(demand)));
  if (open === undefined) return state.pins;
  const key = keyOf(open);
  const own = state.demands.filter((demand) => keyOf(demand) === key);
  const blamed = new Set(own.map(({ by }) => by));
  let isUnderstood = false;
  for (const candidate of await choicesFor(search, state, own)) {
    if (--search.stepsLeft < 0)
      throw new LayerError(
        'installer',
        'No combination of versions was found in time. Pin versions, so that there is less to choose from.',
      );
    const next = await enter(search, state, { candidate, open });
    if (next === undefined) continue;
    isUnderstood = true;
    const broken = next.demands.find((demand) => isBroken(demand, next.pins));
    const found = broken === undefined ? await solve(search, next) : new Set([key, broken.project, keyOf(broken)]);
    if (!(found instanceof Set)) return found;
    if (broken !== undefined)
      search.failures.push(explainConflict(next.demands.filter(({ project }) => project === broken.project)));
    // Another version of this package would not resolve the conflict.
    if (!found.has(key)) return found;
    for (const name of found) blamed.add(name);
  }
  if (!isUnderstood) search.failures.push(explainUnusable(own));
  blamed.delete(key);
  return blamed;
}

/**
 * Returns the versions that all demands allow. Prereleases are used if a range names them, or if there is nothing else.
 */
async function choicesFor(search: Search, { pins }: State, own: readonly Demand[]): Promise<readonly Candidate[]> {
  const { project } = own[0] ?? { project: '' };
  const pinned = pins.get(project);
  if (pinned !== undefined) return fits(pinned, own) ? [pinned] : [];
  const found = await search.catalog.find(project);
  const fitting = found?.candidates.filter((candidate) => fits(candidate, own)) ?? [];
  if (fitting.length === 0) search.failures.push(explainChoice(own, found));
  const usable = fitting.filter((candidate) => isTrusted(candidate, search));
  if (fitting.length > usable.length && usable.length === 0) search.failures.push(explainHashes(project));
  const released = usable.filter(
    ({ version }) => !isPrerelease(version) || own.some(({ range }) => names(range, version)),
  );
  return released.length > 0 ? released : usable;
}

function isPrerelease(version: string): boolean {
  return explain(version)?.is_prerelease ?? false;
}

/** Returns true if a range names prereleases and allows this one. */
function names(range: string, version: string): boolean {
  return range !== '' && satisfies(version, range);
}

function fits({ version, file }: Candidate, demands: readonly Demand[]): boolean {
  if (file.isYanked && !demands.some(({ range }) => isNamed(version, range))) return false;
  return demands.every(({ range }) => satisfies(version, range, { prereleases: true }));
}

function isNamed(version: string, range: string): boolean {
  return /^===?[^*,]+$/.test(range) && satisfies(version, range, { prereleases: true });
}

/** Pins a candidate and adds its demands. Returns undefined if its metadata is not usable. */
async function enter({ catalog }: Search, state: State, { candidate, open }: { candidate: Candidate; open: Demand }) {
  try {
    const needs = await demandsOf(candidate, open, await catalog.metadataOf(candidate));
    return { pins: new Map(state.pins).set(keyOf(open), candidate), demands: [...state.demands, ...needs] };
  } catch (error) {
    if (error instanceof MetadataError) return undefined;
    throw error;
  }
}

async function demandsOf(
  { version }: Candidate,
  { project, extra }: Demand,
  metadata: CoreMetadata,
): Promise<Demand[]> {
  const by = extra === '' ? project : `${project}[${extra}]`;
  const own = extra === '' ? [] : [{ project, range: `==${version}`, extra: '', by }];
  const requirements = await requirementsOf(metadata, extra);
  return [...own, ...requirements.flatMap((needed) => split(needed, by))];
}

function split({ project, range, extras }: Requirement, by: string): Demand[] {
  return ['', ...extras].map((extra) => ({ project, range, extra, by }));
}

function isBroken(demand: Demand, pins: Pins): boolean {
  const pinned = pins.get(keyOf(demand)) ?? pins.get(demand.project);
  return pinned !== undefined && !satisfies(pinned.version, demand.range, { prereleases: true });
}
