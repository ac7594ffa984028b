import { type PackageInfo, type PackageSpec, packageLimits } from '../../src-shared/contracts/packages.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { invalidField } from '../core/repeated-errors.ts';
import { requireCodeRights } from '../core/rights.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { Database } from '../db/database.ts';
import type { PackageManager } from '../engine/layers.ts';
import type { InstallLog } from './install/install-log.ts';
import type { InstallSchedule } from './install/install-schedule.ts';
import { findLayer } from './layers/layers.store.ts';
import { checkPackage, normalizeName } from './package-rules.ts';
import { packageInfoOf } from './package-view.ts';
import * as store from './packages.store.ts';
import { isSame, type RequestedPackage, replaceLists } from './replace-lists.ts';
import { replayLists } from './replay-lists.ts';

/** Language with a package list. Languages that share a list have the same id here. */
export interface PackageLanguage {
  id: string;
  manager: PackageManager;
}

interface PackagesDeps {
  database: Database;
  recordAudit: RecordAudit;
  schedule: InstallSchedule;
  logOf: (accountId: number) => InstallLog;
  /** Finds a language by its id or alias. @throws AppError `unknown_language`, `packages_not_supported` */
  requireLanguage: (name: string) => PackageLanguage;
  /** Returns true if the current engine has the layer. */
  isAvailable: (layerId: string) => boolean;
  now: () => number;
}

export type PackagesService = ReturnType<typeof createPackagesService>;

/** Package lists of an account. Its executions can import their packages. A list is installed as a whole, in the background. */
export function createPackagesService(deps: PackagesDeps) {
  const { database, recordAudit, schedule, requireLanguage, isAvailable, now } = deps;

  return {
    /** Lists the packages by language and name. */
    list,

    /**
     * Replaces the lists of all languages. Resolves as soon as it is known which lists must be installed.
     * @throws AppError `forbidden`, `invalid_request`, `unknown_language`, `packages_not_supported`
     */
    async set(actor: Actor, specs: readonly PackageSpec[]): Promise<PackageInfo[]> {
      requireCodeRights(actor, 'Adding packages');
      const requested = specs.map((spec, index) => check(spec, `packages[${index}]`));
      refuseDuplicates(requested);
      const changed = database.transaction((db) => {
        const packages = requested.map(({ language, name, requested: version }) => ({ language, name, version }));
        recordAudit(db, actor, { action: 'package.set', metadata: { packages } });
        return replaceLists(db, { accountId: actor.accountId, requested, addedAt: now() });
      });
      await Promise.all(changed.map((language) => schedule.install(actor.accountId, language)));
      return list(actor);
    },

    /** @throws AppError `forbidden`, `too_many_packages`, `invalid_request`, `unknown_language`, `packages_not_supported` */
    async add(actor: Actor, spec: PackageSpec): Promise<PackageInfo> {
      requireCodeRights(actor, 'Adding packages');
      const { accountId } = actor;
      const added = check(spec, '');
      const { language, name, requested } = added;
      database.transaction((db) => {
        const others = store.listPackages(db, accountId).filter((row) => !isSame(row, added));
        if (others.length >= packageLimits.packages)
          throw new AppError(
            'too_many_packages',
            `The package lists already contain ${packageLimits.packages} packages, the maximum. Remove one first.`,
          );
        const metadata = { language, name, version: requested };
        recordAudit(db, actor, { action: 'package.add', resourceId: name, metadata });
        store.putListInstalling(db, accountId, language);
        store.putPackage(db, { accountId, ...added, addedAt: now() });
      });
      await schedule.install(accountId, language);
      const info = list(actor).find((candidate) => isSame(candidate, added));
      if (info === undefined) throw new AppError('package_not_found', 'Another request removed the package again.');
      return info;
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

  function check(spec: PackageSpec, path: string): RequestedPackage {
    const { id, manager } = requireLanguage(spec.language);
    return { language: id, ...checkPackage(manager, spec, path) };
  }
}

function refuseDuplicates(requested: readonly RequestedPackage[]): void {
  const twice = requested.findIndex((row, index) => requested.slice(0, index).some((earlier) => isSame(earlier, row)));
  if (twice === -1) return;
  throw invalidField(`packages[${twice}].name`, 'is in the list twice');
}
