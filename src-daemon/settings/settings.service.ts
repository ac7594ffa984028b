import { defaultSettings, Settings, type SettingsPatch } from '../../src-shared/settings.contract.ts';
import type { Actor } from '../actor.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import { findAccountSettings, findMachineSetting, putAccountSettings, putMachineSetting } from './settings.store.ts';

interface SettingsDeps {
  database: Database;
  recordAudit: RecordAudit;
  now: () => number;
}

export type SettingsService = ReturnType<typeof createSettingsService>;

/** Settings of an account over the defaults; `registration` belongs to the machine. */
export function createSettingsService({ database, recordAudit, now }: SettingsDeps) {
  return {
    read: (accountId: number): Settings => readAll(database.read, accountId),

    isRegistrationOpen: (): boolean => findMachineSetting(database.read, 'registration') !== 'closed',

    /** Changes what the patch names and nothing else. */
    update(actor: Actor, patch: SettingsPatch): Settings {
      return database.transaction((db) => {
        const merged = merge(readAll(db, actor.accountId), patch);
        const { registration, ...own } = merged;
        putAccountSettings(db, { accountId: actor.accountId, document: JSON.stringify(own), updatedAt: now() });
        putMachineSetting(db, 'registration', registration);
        recordAudit(db, actor, { action: 'settings.update', metadata: { fields: fieldsOf(patch) } });
        return merged;
      });
    },
  };
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
    limits: { ...settings.limits, ...patch.limits },
    installer: { ...settings.installer, ...patch.installer },
    history: { ...settings.history, ...patch.history },
  });
}

/** `{network: {allowed: true}}` -> `['network.allowed']`. */
function fieldsOf(patch: SettingsPatch): string[] {
  return Object.entries(patch).flatMap(([section, value]) =>
    typeof value === 'object' ? Object.keys(value).map((field) => `${section}.${field}`) : [section],
  );
}
