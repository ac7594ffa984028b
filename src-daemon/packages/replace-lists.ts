import type { WritableDb } from '../db/database.ts';
import type { CheckedPackage } from './package-rules.ts';
import { deletePackage, findList, listPackages, putListInstalling, putPackage } from './packages.store.ts';

export type RequestedPackage = CheckedPackage & { language: string };

interface Replacement {
  accountId: number;
  requested: readonly RequestedPackage[];
  /** Epoch ms, stored for new packages. */
  addedAt: number;
}

/** Replaces the lists of an account by the requested packages; returns the languages whose list must be installed. */
export function replaceLists(db: WritableDb, { accountId, requested, addedAt }: Replacement): string[] {
  const before = listPackages(db, accountId);
  const languages = new Set([...before, ...requested].map(({ language }) => language));
  return [...languages].filter((language) => {
    const old = before.filter((row) => row.language === language);
    const next = requested.filter((row) => row.language === language);
    const isChanged = old.length !== next.length || next.some((row) => !old.some((other) => isEqual(other, row)));
    if (!isChanged && findList(db, accountId, language)?.status !== 'failed') return false;
    putListInstalling(db, accountId, language);
    for (const row of old) if (!next.some((kept) => isSame(kept, row))) deletePackage(db, row);
    for (const row of next) putPackage(db, { accountId, ...row, addedAt });
    return true;
  });
}

type Named = { language: string; name: string };

export function isSame(one: Named, other: Named): boolean {
  return one.language === other.language && one.name === other.name;
}

function isEqual(one: RequestedPackage, other: RequestedPackage): boolean {
  return isSame(one, other) && one.requested === other.requested;
}
