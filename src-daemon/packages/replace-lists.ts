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
export function replaceLists(db: WritableDb, replacement: Replacement): string[] {
  const before = listPackages(db, replacement.accountId);
  const languages = new Set([...before, ...replacement.requested].map(({ language }) => language));
  return [...languages].filter((language) => replaceList(db, language, replacement));
}

/**
 * Adds the requested packages to the lists of an account, and gives those that are in a list the requested version.
 * Returns the languages whose list must be installed.
 */
export function addToLists(db: WritableDb, { requested, ...rest }: Replacement): string[] {
  const kept = listPackages(db, rest.accountId).filter((row) => !requested.some((added) => isSame(row, added)));
  const languages = new Set(requested.map(({ language }) => language));
  return [...languages].filter((language) =>
    replaceList(db, language, { ...rest, requested: [...kept, ...requested] }),
  );
}

/** Returns false if the list is as requested already, and its installation has not failed. */
function replaceList(db: WritableDb, language: string, { accountId, requested, addedAt }: Replacement): boolean {
  const old = listPackages(db, accountId).filter((row) => row.language === language);
  const next = requested.filter((row) => row.language === language);
  const isChanged = old.length !== next.length || next.some((row) => !old.some((other) => isEqual(other, row)));
  if (!isChanged && findList(db, accountId, language)?.status !== 'failed') return false;
  putListInstalling(db, accountId, language);
  for (const row of old) if (!next.some((kept) => isSame(kept, row))) deletePackage(db, row);
  for (const { name, requested: range } of next)
    putPackage(db, { accountId, language, name, requested: range, addedAt });
  return true;
}

type Named = { language: string; name: string };

export function isSame(one: Named, other: Named): boolean {
  return one.language === other.language && one.name === other.name;
}

export function isEqual(one: RequestedPackage, other: RequestedPackage): boolean {
  return isSame(one, other) && one.requested === other.requested;
}
