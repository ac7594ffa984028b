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

/** A language that has a list, with those that share it under one id. */
export interface PackageLanguage {
  id: string;
  manager: PackageManager;
}

interface PackagesDeps {
  database: Database;
  recordAudit: RecordAudit;
  schedule: InstallSchedule;
  logOf: (accountId: number) => InstallLog;
  /** By id or alias. @throws AppError `unknown_language`, `packages_not_supported` */
  requireLanguage: (name: string) => PackageLanguage;
  /** Whether a layer is of the engine that runs programs now. */
  isAvailable: (layerId: string) => boolean;
  now: () => number;
}

export type PackagesService = ReturnType<typeof createPackagesService>;

/** The packages that an account's executions have at hand: lists that are installed as a whole, in the background. */
export function createPackagesService(deps: PackagesDeps) {
  const { database, recordAudit, schedule, requireLanguage, isAvailable, now } = deps;

  return {
    /** By language and name. */
    list,

    /**
     * Replaces the lists of all languages; answers as soon as it is known which have to be installed.
     * @throws AppError `forbidden` and what a bad name or version is refused with
     */
    async set(actor: Actor, specs: readonly PackageSpec[]): Promise<PackageInfo[]> {
      requireCodeRights(actor, 'Adding packages');
      const wanted = specs.map((spec, index) => check(spec, `packages[${index}]`));
      refuseTwice(wanted);
      const behind = database.transaction((db) => {
        const packages = wanted.map(({ language, name, requested }) => ({ language, name, version: requested }));
        recordAudit(db, actor, { action: 'package.set', metadata: { packages } });
        return replaceLists(db, { accountId: actor.accountId, wanted, addedAt: now() });
      });
      await Promise.all(behind.map((language) => schedule.install(actor.accountId, language)));
      return list(actor);
    },

    /** @throws AppError `forbidden`, `too_many_packages` and what a bad name or version is refused with */
    async add(actor: Actor, spec: PackageSpec): Promise<PackageInfo> {
      requireCodeRights(actor, 'Adding packages');
      const { accountId } = actor;
      const wanted = check(spec, '');
      const { language, name, requested } = wanted;
      database.transaction((db) => {
        const others = store.listPackages(db, accountId).filter((row) => !isSame(row, wanted));
        if (others.length >= packageLimits.packages)
          throw new AppError('too_many_packages', `The lists hold ${packageLimits.packages} packages already.`);
        recordAudit(db, actor, {
          action: 'package.add',
          resourceId: name,
          metadata: { language, name, version: requested },
        });
        store.putListInstalling(db, accountId, language);
        store.putPackage(db, { accountId, ...wanted, addedAt: now() });
      });
      await schedule.install(accountId, language);
      const added = list(actor).find((info) => isSame(info, wanted));
      if (added === undefined) throw new AppError('package_not_found', 'The package was removed again meanwhile.');
      return added;
    },

    /** @throws AppError `package_not_found` */
    async remove(actor: Actor, languageName: string, name: string): Promise<void> {
      const { accountId } = actor;
      const { id: language, manager } = requireLanguage(languageName);
      const key = { accountId, language, name: normalizeName(manager, name) ?? name };
      database.transaction((db) => {
        if (store.findPackage(db, key) === undefined)
          throw new AppError('package_not_found', 'The list of this language has no such package.');
        recordAudit(db, actor, {
          action: 'package.remove',
          resourceId: key.name,
          metadata: { language, name: key.name },
        });
        store.putListInstalling(db, accountId, language);
        store.deletePackage(db, key);
      });
      await schedule.install(accountId, language);
    },

    /** What was told of the last installation of each list, and what is told from now on. */
    follow(actor: Actor, lastEventId: number, signal: AbortSignal): AsyncIterable<StreamEvent> {
      const log = deps.logOf(actor.accountId);
      // What an earlier daemon installed is known from its rows alone.
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

function refuseTwice(wanted: readonly RequestedPackage[]): void {
  const twice = wanted.findIndex((row, index) => wanted.slice(0, index).some((earlier) => isSame(earlier, row)));
  if (twice === -1) return;
  throw invalidField(`packages[${twice}].name`, 'is in the list twice');
}
