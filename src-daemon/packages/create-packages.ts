import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import { packageLabel } from '../../src-shared/formats/approval-hash.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { AccountMemory, Holding } from '../core/memory/ledger.ts';
import type { Database } from '../db/database.ts';
import type { PackageManager } from '../egress/index-hosts.ts';
import { findLanguage, languages, resolveLanguage } from '../engine/languages/languages.ts';
import { AppError } from '../errors/app-error.ts';
import { unknownLanguage } from '../errors/repeated-errors.ts';
import type { ClusterGate } from '../work/cluster-gate.ts';
import type { PackagesProgram } from '../work/find-packages.ts';
import type { GatedEngine } from '../work/gated-engine.ts';
import { createInstallLog, type InstallLog } from './install/install-log.ts';
import { createInstallSchedule } from './install/install-schedule.ts';
import type { Machine } from './install/pip-configuration.ts';
import { createLayerRetention } from './layers/layer-retention.ts';
import { createPackageSources } from './layers/package-source.ts';
import { createSharedBuilds } from './layers/shared-builds.ts';
import { createPackagesService } from './packages.service.ts';
import { listListsOfLayer, listPackages } from './packages.store.ts';
import { packagesForRun, type RunPackages } from './packages-for-run.ts';
import type { PackageLanguage } from './requested-packages.ts';
import { createInstallForRun } from './runs/install-for-run.ts';
import { createPlanPackages } from './runs/plan-packages.ts';

interface PackagesParts {
  database: Database;
  engine: GatedEngine;
  gate: ClusterGate;
  recordAudit: RecordAudit;
  readSettings: (accountId: number) => Settings;
  memoryOf: (accountId: number) => Pick<AccountMemory, 'open'>;
  machine: Machine;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  now: () => number;
}

/** Creates the packages feature. */
export function createPackages(parts: PackagesParts) {
  const { database, engine, gate, recordAudit, readSettings, machine, log, now } = parts;
  const builds = createSharedBuilds();
  const retention = createLayerRetention({ database, store: () => engine.layers, isIdle: builds.isIdle, now });
  const { logOf, forgetLog } = createLogs(parts.memoryOf);
  const isAvailable = (layerId: string) => engine.layers?.owns(layerId) ?? false;
  const collect = () => {
    retention.collect().catch((error: unknown) => log.error({ err: error }, 'unused package layers were not removed'));
  };
  const onInstalled = (language: string, layer: string | null) => {
    engine.prewarm({ language, layer });
    collect();
  };
  const rowsOf = (accountId: number, languageId: string) => {
    const list = listOf(languageId);
    return listPackages(database.read, accountId).filter(({ language }) => language === list?.id);
  };
  const readSource = createPackageSources(machine, now);
  const managerOf = (language: string) => requireLanguage(language).manager;
  const schedule = createInstallSchedule({
    ...{ database, engine, retention, builds, readSource, readSettings, logOf, onInstalled, log, now, managerOf },
  });
  engine.onLayerMissing?.((layer) => {
    const lists = listListsOfLayer(database.read, layer);
    retention.forget(layer);
    for (const list of lists) schedule.startOver(list);
  });

  function forRun(accountId: number, { language, usedBy }: Pick<PackagesProgram, 'language' | 'usedBy'>): RunPackages {
    const list = listOf(language);
    if (list === undefined) return { count: 0 };
    const found = packagesForRun(database.read, { accountId, language: list.id, usedBy }, isAvailable);
    if (found.layer !== undefined) retention.noteUse(found.layer);
    return found;
  }

  return {
    service: createPackagesService({ database, recordAudit, gate, schedule, logOf, requireLanguage, isAvailable, now }),
    /** Installs the lists of an account that could not be installed before. */
    retryAccount: schedule.retry,
    forgetAccount(accountId: number): void {
      schedule.forget(accountId);
      forgetLog(accountId);
    },
    /** Plans all packages of a program. */
    plan: createPlanPackages({
      ...{ database, readSettings, listOf, requireLanguage, forRun },
      isUsable: ({ id, imageId }) => isAvailable(id) && engine.layers?.imageId() === imageId,
      noteUse: retention.noteUse,
      pythonVersion: () => engine.languages().find(({ id }) => id === 'python')?.version ?? null,
      installForRun: createInstallForRun({
        ...{ database, builds, readSource, readSettings, managerOf, log, now },
        readyStore: schedule.readyStore,
        onObtained: (layer) => {
          retention.noteUse(layer);
          collect();
        },
      }),
    }),
    /** Returns the language whose list a language uses; null if it has none. */
    listLanguage: (languageId: string): string | null => listOf(languageId)?.id ?? null,
    /** Returns the list of a language, each entry as in an approval. */
    labels: (accountId: number, languageId: string): string[] => rowsOf(accountId, languageId).map(packageLabel),
    /** Names in the list that a language uses. */
    names: (accountId: number, languageId: string): string[] => rowsOf(accountId, languageId).map(({ name }) => name),
    sweep(): void {
      retention.tidy().then(collect, (error: unknown) => log.error({ err: error }, 'package layers were not tidied'));
    },
    async stop(): Promise<void> {
      await schedule.stop();
      retention.flush();
    },
  };
}

/** Returns the list that a language uses: the list of the first language with the same package manager. */
function listOf(languageId: string): PackageLanguage | undefined {
  const manager = findLanguage(languageId)?.packageManager ?? undefined;
  const first = languages.find(({ packageManager }) => packageManager === manager);
  return manager === undefined || first === undefined ? undefined : { id: first.id, manager };
}

function requireLanguage(name: string): PackageLanguage & { manager: PackageManager } {
  const language = resolveLanguage(name);
  if (language === undefined) throw unknownLanguage(name);
  const list = listOf(language.id);
  if (list === undefined)
    throw new AppError('packages_not_supported', `${language.name} has no package list.`, {
      details: [{ path: 'language', message: 'has no packages' }],
    });
  return list;
}

function createLogs(memoryOf: PackagesParts['memoryOf']) {
  const logs = new Map<number, { log: InstallLog; held: Holding }>();

  function open(accountId: number) {
    const held = memoryOf(accountId).open();
    const opened = { held, log: createInstallLog(held) };
    logs.set(accountId, opened);
    return opened;
  }

  return {
    logOf: (accountId: number): InstallLog => (logs.get(accountId) ?? open(accountId)).log,
    forgetLog(accountId: number): void {
      logs.get(accountId)?.held.release();
      logs.delete(accountId);
    },
  };
}
