import { createHash } from 'node:crypto';
import { satisfies as satisfiesPep440 } from '@renovatebot/pep440';
import semver from 'semver';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { packageLabel } from '../../../src-shared/formats/approval-hash.ts';
import type { Actor } from '../../core/actor.ts';
import { mayUseAllSecrets } from '../../core/rights.ts';
import type { Database } from '../../db/database.ts';
import type { PackageManager } from '../../egress/index-hosts.ts';
import { decodeRequirement } from '../../engine/package-requirement.ts';
import { AppError } from '../../errors/app-error.ts';
import type {
  PackagesProgram,
  PackagesUser,
  PlanPackages,
  ProgramPackages,
  ResolvedPackage,
} from '../../work/find-packages.ts';
import { findLayer, type LayerPackage, type LayerRow } from '../layers/layers.store.ts';
import type { CheckedPackage } from '../package-rules.ts';
import { findList, listPackages } from '../packages.store.ts';
import type { RunPackages } from '../packages-for-run.ts';
import type { PackageLanguage, RequireLanguage } from '../requested-packages.ts';
import type { InstallForRun } from './install-for-run.ts';
import { declaresPackages, readDeclared, readNamed } from './own-packages.ts';
import { findRunLayer, type RunLayerKey } from './run-layers.store.ts';

export interface PlanPackagesDeps {
  database: Database;
  readSettings: (accountId: number) => Settings;
  listOf: (languageId: string) => PackageLanguage | undefined;
  requireLanguage: RequireLanguage;
  /** Returns the packages of the list. */
  forRun: (accountId: number, program: Pick<PackagesProgram, 'language' | 'usedBy'>) => RunPackages;
  /** Returns true if the current engine can use the layer. */
  isUsable: (layer: LayerRow) => boolean;
  noteUse: (layerId: string) => void;
  pythonVersion: () => string | null;
  installForRun: InstallForRun;
}

/** Creates the function that plans the packages of a program. */
export function createPlanPackages(deps: PlanPackagesDeps): PlanPackages {
  return (actor, program) => {
    const list = deps.listOf(program.language);
    if (list === undefined) {
      if (program.named.length > 0) deps.requireLanguage(program.language);
      return none;
    }
    const listed = program.usesList ? deps.forRun(actor.accountId, program) : { count: 0 };
    const { own, notices } = readOwn(deps, actor, { program, list });
    const contents = listed.layer === undefined ? [] : (findLayer(deps.database.read, listed.layer)?.contents ?? []);
    const ofList: ProgramPackages = {
      ...(listed.layer !== undefined && { layer: listed.layer }),
      count: listed.count,
      names: contents.map(({ name }) => name),
      notices: [...notices, ...(listed.notice === undefined ? [] : [listed.notice])],
      ownNames: own.map(({ name }) => name),
    };
    if (own.length === 0) return ofList;
    const installed = installedOf(deps, actor.accountId, { list, listed });
    if (own.every((one) => isSatisfied(list.manager, one, installed)))
      return { ...ofList, own: versionsOf(own, installed) };
    return withOwnLayer(deps, actor, { program, list, own, notices });
  };
}

const none: ProgramPackages = { count: 0, names: [], notices: [], ownNames: [] };

interface OwnContext {
  program: PackagesProgram;
  list: PackageLanguage;
}

/** Returns what the code declares and the request names. A package that both have is taken from the request. */
function readOwn(
  deps: PlanPackagesDeps,
  { accountId }: Actor,
  { program, list }: OwnContext,
): { own: CheckedPackage[]; notices: string[] } {
  const { code, named, readsCode, usedBy } = program;
  const input = { manager: list.manager, pythonVersion: deps.pythonVersion() };
  const { forRuns } = deps.readSettings(accountId).installer;
  if (!forRuns && named.length > 0)
    throw new AppError(
      'forbidden',
      `The setting installer.forRuns is off, so a ${usedBy} cannot name packages of its own. Turn it on, or add them to the list.`,
      { details: [{ path: 'withPackages', message: 'is turned off by the setting installer.forRuns' }] },
    );
  const fromRequest = readNamed({ ...input, named });
  if (!readsCode) return { own: fromRequest, notices: [] };
  if (!forRuns) return { own: [], notices: declaresPackages(list, code) ? [turnedOff] : [] };
  const declared = readDeclared({ ...input, code });
  const names = new Set(fromRequest.map(({ name }) => name));
  return { own: [...declared.filter(({ name }) => !names.has(name)), ...fromRequest], notices: [] };
}

const turnedOff =
  'The packages that the code declares were ignored, because the setting installer.forRuns is off; the run had the package list.';

/** Returns the installed packages of a list that is up to date. */
function installedOf(
  { database }: PlanPackagesDeps,
  accountId: number,
  { list, listed }: { list: PackageLanguage; listed: RunPackages },
): LayerPackage[] {
  if (listed.layer === undefined || findList(database.read, accountId, list.id)?.status !== 'installed') return [];
  return findLayer(database.read, listed.layer)?.contents ?? [];
}

interface OwnLayer extends OwnContext {
  own: readonly CheckedPackage[];
  notices: string[];
}

/** Plans a layer with the list and the program's own packages, which replace those of the same name. */
function withOwnLayer(
  deps: PlanPackagesDeps,
  actor: Actor,
  { program, list, own, notices }: OwnLayer,
): ProgramPackages {
  const { accountId } = actor;
  const { usedBy } = program;
  const ownNames = own.map(({ name }) => name);
  const listed = program.usesList ? listPackages(deps.database.read, accountId) : [];
  const kept = listed.filter(({ language, name }) => language === list.id && !ownNames.includes(name));
  const packages = [...kept, ...own].map(({ name, requested }) => ({ name, requested }));
  const settings = deps.readSettings(accountId).installer;
  const planned = { count: packages.length, names: packages.map(({ name }) => name), notices, ownNames };
  const keyOf = (installer: Settings['installer']): RunLayerKey => ({
    ...{ accountId, language: list.id },
    request: requestOf(packages, installer),
  });
  const installer = mayUseAllSecrets(actor) ? settings : { ...settings, builds: false };
  const layer = findInstalled(deps, [keyOf(settings), keyOf(installer)]);
  if (layer !== undefined) return { ...planned, layer: layer.id, own: versionsOf(own, layer.contents) };
  requireInstallRight(actor, own, usedBy);
  const note = installer.builds === settings.builds ? undefined : withoutBuilds;
  const run: NonNullable<ProgramPackages['install']>['run'] = async (hooks) => {
    const built = await deps.installForRun({ ...hooks, key: keyOf(installer), packages, installer, note, usedBy });
    return { layer: built.id, own: versionsOf(own, built.contents) };
  };
  return { ...planned, install: { labels: own.map(packageLabel), run } };
}

/**
 * Code that packages run during an installation can read the credentials in the address of an index. So a key gets no more
 * of it than with the package list, which only a key with all rights can change.
 */
const withoutBuilds =
  'An API key that may not use every secret installs packages without building them. With a login, or a key that may use every secret, they can be built.';

function findInstalled(deps: PlanPackagesDeps, keys: readonly RunLayerKey[]): LayerRow | undefined {
  const layer = keys.map((key) => findRunLayer(deps.database.read, key)).find((found) => found && deps.isUsable(found));
  if (layer !== undefined) deps.noteUse(layer.id);
  return layer;
}

/** Returns a hash of the packages and their source. A newer image or another engine has other layers for it. */
function requestOf(packages: readonly CheckedPackage[], installer: Settings['installer']): string {
  const { forRuns, ...source } = installer;
  const sorted = packages.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const sources = Object.entries(source).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([1, sorted.map(({ name, requested }) => [name, requested]), sources]))
    .digest('hex');
}

/** @throws AppError `forbidden`, which names the packages */
function requireInstallRight({ scopes }: Actor, own: readonly CheckedPackage[], usedBy: PackagesUser): void {
  if (scopes.has('packages')) return;
  const first = usedBy === 'run' ? 'Run the program' : 'Create such a sandbox';
  const names = own.map(packageLabel).join(', ');
  throw new AppError(
    'forbidden',
    `The ${usedBy} needs packages that are not installed yet (${names}), and this API key lacks the scope "packages". ` +
      `${first} once with a login or a key that has it, or add the packages to the package list.`,
  );
}

function versionsOf(own: readonly CheckedPackage[], installed: readonly LayerPackage[]): ResolvedPackage[] {
  return own.map(({ name }) => ({ name, version: installed.find((one) => one.name === name)?.version ?? '' }));
}

/** Returns true if an installed list has a package with every extra and in a version of the range. */
function isSatisfied(
  manager: PackageManager,
  { name, requested }: CheckedPackage,
  installed: readonly LayerPackage[],
): boolean {
  const found = installed.find((one) => one.name === name);
  if (found === undefined || found.version === '') return false;
  const { range, extras, hashes } = decodeRequirement(requested ?? '');
  // The files that were installed are not compared with hashes.
  if (hashes.length > 0) return false;
  const given = decodeRequirement(found.requested ?? '').extras;
  if (!extras.every((extra) => given.includes(extra))) return false;
  if (range === '') return true;
  return manager === 'pip'
    ? satisfiesPep440(found.version, range, { prereleases: true })
    : semver.satisfies(found.version, range, { includePrerelease: true });
}
