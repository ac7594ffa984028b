import type { UserInfo } from '../../src-shared/contracts/accounts.contract.ts';
import type { ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { type AccountRow, findAccount } from './accounts.store.ts';

/** The public fields of an account. */
export function userOf({ id, email, createdAt }: Pick<AccountRow, 'id' | 'email' | 'createdAt'>): UserInfo {
  return { id, email, createdAt: new Date(createdAt).toISOString() };
}

/** @throws AppError `unauthorized` for an account that has ended */
export function requireAccount(db: ReadableDb, id: number): AccountRow {
  const account = findAccount(db, id);
  if (account === undefined) throw new AppError('unauthorized', 'This account was deleted. Register a new one.');
  return account;
}
