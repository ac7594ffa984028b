import {
  type PackageEntry,
  type PackageInfo,
  type PackageInput,
  packageLimits,
} from '../../src-shared/contracts/packages.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { requireCodeRights } from '../core/rights.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { Database, ReadableDb, WritableDb } from '../db/database.ts';
import { decodeRequirement, encodeRequirement } from '../engine/package-requirement.ts';
import { AppError } from '../errors/app-error.ts';
import type { ClusterGate } from '../work/cluster-gate.ts';
import type { InstallLog } from './install/install-log.ts';
import type { InstallSchedule } from './install/install-schedule.ts';
import { findLayer, type LayerRow } from './layers/layers.store.ts';
import { normalizeName } from './package-rules.ts';
import * as store from './packages.store.ts';
import { type ListRow, listLists, listPackages, type PackageRow } from './packages.store.ts';
import { addToLists, isEqual, isSame, type RequestedPackage, replaceLists } from './replace-lists.ts';
import { checkEntries, checkInput, type RequireLanguage } from './requested-packages.ts';

interface PackagesDeps {
  database: Database;
  recordAudit: RecordAudit;
  gate: ClusterGate;
  schedule: InstallSchedule;
  logOf: (accountId: number) => InstallLog;
  requireLanguage: RequireLanguage;
  /** Returns true if the current engine has the layer. */
  isAvailable: (layerId: string) => boolean;
  now: () => number;
}

export type PackagesService = ReturnType<typeof createPackagesService>;

/** Package lists of an account. Its executions can import their packages. A list is installed as a whole, in the background. */
export function createPackagesService(deps: PackagesDeps) {
  const { database, recordAudit, gate, schedule, requireLanguage, isAvailable, now } = deps;

  return {
    /** Lists the packages by language and name. */
    list,

    /**
     * Replaces the lists of all languages. Resolves as soon as it is known which lists must be installed.
     * @throws AppError `forbidden`, `invalid_request`, `unknown_language`, `packages_not_supported`, `cluster_not_allowed`
     */
    async set(actor: Actor, entries: readonly PackageEntry[]): Promise<PackageInfo[]> {
      requireCodeRights(actor, 'Adding packages');
      const requested = checkEntries(entries, { requireLanguage });
      // Nothing is sent for empty lists.
      if (requested.length > 0) gate.require(actor.accountId);
      const changed = database.transaction((db) => {
        const languages = replaceLists(db, { accountId: actor.accountId, requested, addedAt: now() });
        const packages = requested.map(auditedPackage);
        if (languages.length > 0) recordAudit(db, actor, { action: 'package.set', metadata: { packages } });
        return languages;
      });
      await Promise.all(changed.map((language) => schedule.install(actor.accountId, language)));
      return list(actor);
    },

    /**
     * Adds packages, or gives them another version. `isNew` is true if the list did not have one of them.
     * @throws AppError `forbidden`, `too_many_packages`, `invalid_request`, `unknown_language`, `packages_not_supported`,
     * `cluster_not_allowed`
     */
    async add(actor: Actor, input: PackageInput): Promise<{ isNew: boolean; added: [PackageInfo, ...PackageInfo[]] }> {
      requireCodeRights(actor, 'Adding packages');
      const requested = checkInput(input, requireLanguage);
      gate.require(actor.accountId);
      const { isNew, changed } = database.transaction((db) => insert(db, actor, requested));
      await Promise.all(changed.map((language) => schedule.install(actor.accountId, language)));
      const infos = list(actor);
      const [first, ...others] = requested.map((row) => infos.find((info) => isSame(info, row)));
      if (first === undefined || !others.every((info) => info !== undefined))
        throw new AppError('package_not_found', 'Another request removed the package again.');
      return { isNew, added: [first, ...others] };
    },

    /** @throws AppError `package_not_found` */
    async remove(actor: Actor, languageName: string, name: string): Promise<void> {
      const { accountId } = actor;
      const { id: language, manager } = requireLanguage(languageName);
      const key = { accountId, language, name: normalizeName(manager, name) ?? name };
      database.transaction((db) => {
        if (store.findPackage(db, key) === undefined)
          throw new AppError('package_not_found', `The package list of ${language} has no package "${key.name}".`);
        const metadata = { language, name: key.name };
        recordAudit(db, actor, { action: 'package.remove', resourceId: key.name, metadata });
        store.putListInstalling(db, accountId, language);
        store.deletePackage(db, key);
      });
      await schedule.install(accountId, language);
    },

    /** Streams the events of the last installation of each list, then new events. */
    follow(actor: Actor, lastEventId: number, signal: AbortSignal): AsyncIterable<StreamEvent> {
      const log = deps.logOf(actor.accountId);
      // Installations of an earlier daemon are known only from their rows.
      if (log.isEmpty()) replayLists(database.read, actor.accountId, log);
      return log.follow(lastEventId, signal);
    },
  };

  function list({ accountId }: Actor): PackageInfo[] {
    const lists = new Map(store.listLists(database.read, accountId).map((row) => [row.language, row]));
    return store.listPackages(database.read, accountId).map((row) => {
      const of = lists.get(row.language);
      const layerId = of?.layerId ?? '';
      return packageInfoOf(row, of, isAvailable(layerId) ? findLayer(database.read, layerId) : undefined);
    });
  }

  /** Adds to the lists, with an audit row for each package that changed or whose list is installed again. */
  function insert(db: WritableDb, actor: Actor, requested: readonly RequestedPackage[]) {
    const { accountId } = actor;
    const before = store.listPackages(db, accountId);
    const added = requested.filter((row) => !before.some((other) => isSame(other, row)));
    refuseTooMany(before.length + added.length);
    const failed = store.listLists(db, accountId).filter(({ status }) => status === 'failed');
    const changed = addToLists(db, { accountId, requested, addedAt: now() });
    for (const row of requested) {
      const { language, name } = row;
      if (before.some((other) => isEqual(other, row)) && !failed.some((one) => one.language === language)) continue;
      recordAudit(db, actor, { action: 'package.add', resourceId: name, metadata: auditedPackage(row) });
    }
    return { isNew: added.length > 0, changed };
  }
}

/** Returns a package for the audit log, with its extras and without its hashes. */
function auditedPackage({ language, name, requested }: RequestedPackage) {
  const { range, extras } = decodeRequirement(requested ?? '');
  return { language, name, version: encodeRequirement({ range, extras, hashes: [] }) || null };
}

function refuseTooMany(count: number): void {
  if (count <= packageLimits.packages) return;
  throw new AppError(
    'too_many_packages',
    `The package lists can contain ${packageLimits.packages} packages, and would contain ${count}. Remove some first.`,
  );
}

/** Returns a package of a list with its installed version; `layer` is the last layer that was installed successfully. */
function packageInfoOf(row: PackageRow, list: ListRow | undefined, layer: LayerRow | undefined): PackageInfo {
  const installed = layer?.contents.find(({ name }) => name === row.name);
  const isAsRequested = installed !== undefined && installed.requested === row.requested;
  const error = list?.status === 'failed' ? list.error : null;
  return {
    language: row.language,
    name: row.name,
    version: installed?.version ?? null,
    ...requestOf(row.requested),
    status: isAsRequested ? 'installed' : list?.status === 'failed' ? 'failed' : 'installing',
    ...(error && { error }),
    addedAt: new Date(row.addedAt).toISOString(),
  };
}

/** Returns what a stored package requests, as the API has it. */
function requestOf(requested: string | null): Pick<PackageInfo, 'requested' | 'extras' | 'hashes'> {
  const { range, extras, hashes } = decodeRequirement(requested ?? '');
  return {
    requested: range === '' ? null : range,
    ...(extras.length > 0 && { extras: [...extras] }),
    ...(hashes.length > 0 && { hashes: [...hashes] }),
  };
}

/** Fills a new log with the stored events of each list's last installation. */
function replayLists(db: ReadableDb, accountId: number, log: InstallLog): void {
  const packages = listPackages(db, accountId);
  for (const { language, status, log: text, error, layerId } of listLists(db, accountId)) {
    const names = packages.filter((row) => row.language === language).map(({ name }) => name);
    log.append({ event: 'started', data: { language, packages: names } });
    for (const line of text === '' ? [] : text.split('\n'))
      log.append({ event: 'log', data: { language, text: line } });
    const layer = layerId === null ? undefined : findLayer(db, layerId);
    const contents = { packages: layer?.contents.length ?? 0, sizeBytes: layer?.sizeBytes ?? 0 };
    if (status === 'installed') log.append({ event: 'installed', data: { language, ...contents } });
    if (status === 'failed') log.append({ event: 'failed', data: { language, error: error ?? '' } });
  }
}
