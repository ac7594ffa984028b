import { isDeepStrictEqual } from 'node:util';
import {
  defaultSettings,
  machineSettings,
  Settings,
  type SettingsPatch,
} from '../../src-shared/contracts/settings.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { requireGrantable } from '../core/granted-rights.ts';
import { requireCodeRights, requireSession } from '../core/rights.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { findAccountSettings, findMachineSetting, putAccountSettings, putMachineSetting } from './settings.store.ts';

interface SettingsDeps {
  database: Database;
  /** Finds the oldest existing account. */
  findFirstAccountId: (db: ReadableDb) => number | undefined;
  recordAudit: RecordAudit;
  /** Called after an account has allowed the cluster. */
  onClusterAllowed: (accountId: number) => void;
  now: () => number;
}

export type SettingsService = ReturnType<typeof createSettingsService>;

/** Settings of an account, with defaults for unset values, and settings of the machine, which only the first account changes. */
export function createSettingsService(deps: SettingsDeps) {
  const { database, findFirstAccountId, recordAudit, now } = deps;
  return {
    read: (accountId: number): Settings => readAll(database.read, accountId),

    isRegistrationOpen: (): boolean => findMachineSetting(database.read, 'registration') !== 'closed',

    /** Returns the settings, including the list of those that the account cannot change. */
    show: ({ accountId }: Actor): Settings => shown(database.read, accountId),

    /**
     * Changes the settings in the patch.
     * @throws AppError `forbidden` for a changed setting of the machine, for a changed source of packages without the
     * rights that the code of packages has, for a changed proxy, a release of secrets or an allowed cluster without a session,
     * and for more network than the credential has itself
     */
    update(actor: Actor, { readOnly: _, ...patch }: SettingsPatch): Settings {
      const { accountId } = actor;
      let isClusterAllowed = false;
      const changed = database.transaction((db) => {
        const before = readAll(db, accountId);
        const merged = merge(before, patch);
        const ofMachine = machineSettings.filter((name) => merged[name] !== before[name]);
        if (ofMachine.length > 0 && !isFirst(db, accountId)) throw notFirst(ofMachine);
        if (!isDeepStrictEqual(merged.installer, before.installer))
          requireCodeRights(actor, 'Changing where packages come from');
        if (merged.network.proxy !== before.network.proxy) requireSession(actor, 'network.proxy');
        if (merged.secrets.release && !before.secrets.release)
          requireSession(actor, 'secrets.release', 'values of secrets can then leave the sandboxes');
        isClusterAllowed = merged.cluster.allowed && !before.cluster.allowed;
        if (isClusterAllowed) requireSession(actor, 'cluster.allowed', 'code and secrets can then leave the machine');
        requireNetworkGrant(actor, { before, merged });
        const { registration: _, ...own } = merged;
        putAccountSettings(db, { accountId, document: JSON.stringify(own), updatedAt: now() });
        for (const name of ofMachine) putMachineSetting(db, name, merged[name]);
        recordAudit(db, actor, { action: 'settings.update', metadata: { fields: fieldsOf(patch) } });
        return shown(db, accountId);
      });
      if (isClusterAllowed) deps.onClusterAllowed(accountId);
      return changed;
    },
  };

  function isFirst(db: ReadableDb, accountId: number): boolean {
    return findFirstAccountId(db) === accountId;
  }

  function shown(db: ReadableDb, accountId: number): Settings {
    const settings = readAll(db, accountId);
    return isFirst(db, accountId) ? settings : { ...settings, readOnly: [...machineSettings] };
  }
}

interface SettingsChange {
  before: Settings;
  merged: Settings;
}

/** Checks that a key which is restricted to some hosts gives other credentials no other host. @throws AppError `forbidden` */
function requireNetworkGrant(actor: Actor, { before, merged }: SettingsChange): void {
  if (merged.network.allowed && !before.network.allowed)
    requireGrantable(actor, { networkHosts: null }, 'network.allowed');
  for (const [index, entry] of merged.network.ceiling.entries())
    if (!before.network.ceiling.some((known) => isDeepStrictEqual(known, entry)))
      requireGrantable(actor, { networkHosts: [entry.host] }, `network.ceiling[${index}].host`);
  if (!isDeepStrictEqual(merged.installer, before.installer))
    requireGrantable(actor, { networkHosts: null }, 'installer');
}

function notFirst(names: readonly string[]): AppError {
  const message = 'is a setting of the whole machine: only its first account can change it';
  const details = names.map((path) => ({ path, message }));
  return new AppError('forbidden', `${names.join(', ')} ${message}.`, { details });
}

function readAll(db: ReadableDb, accountId: number): Settings {
  const document = findAccountSettings(db, accountId);
  const registration = findMachineSetting(db, 'registration') ?? defaultSettings.registration;
  return Settings.parse({
    ...merge(defaultSettings, document === undefined ? {} : JSON.parse(document)),
    registration,
  });
}

function merge(settings: Settings, patch: SettingsPatch): Settings {
  return Settings.parse({
    ...settings,
    ...patch,
    network: { ...settings.network, ...patch.network },
    cluster: { ...settings.cluster, ...patch.cluster },
    limits: { ...settings.limits, ...patch.limits },
    installer: { ...settings.installer, ...patch.installer },
    history: { ...settings.history, ...patch.history },
    sandboxes: { ...settings.sandboxes, ...patch.sandboxes },
    secrets: { ...settings.secrets, ...patch.secrets },
  });
}

/** `{network: {allowed: true}}` -> `['network.allowed']`. */
function fieldsOf(patch: SettingsPatch): string[] {
  return Object.entries(patch).flatMap(([section, value]) =>
    typeof value === 'object' ? Object.keys(value).map((field) => `${section}.${field}`) : [section],
  );
}
