import type { WritableDb } from '../db/database.ts';
import type { CheckedPackage } from './package-rules.ts';
import { deletePackage, findList, listPackages, putListInstalling, putPackage } from './packages.store.ts';

export type RequestedPackage = CheckedPackage & { language: string };

interface Replacement {
  accountId: number;
  wanted: readonly RequestedPackage[];
  /** Epoch ms, for those that are new. */
  addedAt: number;
}

/** Makes the lists of an account what is wanted; answers the languages whose list is not installed as it stands now. */
export function replaceLists(db: WritableDb, { accountId, wanted, addedAt }: Replacement): string[] {
  const before = listPackages(db, accountId);
  const languages = new Set([...before, ...wanted].map(({ language }) => language));
  return [...languages].filter((language) => {
    const old = before.filter((row) => row.language === language);
    const next = wanted.filter((row) => row.language === language);
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
