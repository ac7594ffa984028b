import { codeReaderOf } from '../../src-shared/formats/code-variables.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { RequireItem } from '../core/item-state.ts';
import { requireSecretRight } from '../core/rights.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { Database, ReadableDb, WritableDb } from '../db/database.ts';
import { openSecret } from './sealed-secret.ts';
import { secretState } from './secret-items.ts';
import { findSecret, listSecrets, type SecretRow, updateSecretUsed } from './secrets.store.ts';

interface GrantDeps {
  database: Database;
  requireItem: RequireItem;
  now: () => number;
}

interface Selection {
  secrets: 'all' | readonly string[];
  /** Variables that the request sets itself: these win, and no secret of such a name is opened. */
  overridden: ReadonlySet<string>;
}

/**
 * Opens the secrets that a request selects and its credential may use (api.md, "API keys"): with `secretNames` only
 * these, else all of them by the scope `secrets`, else none.
 */
export function createSecretGrants({ database, requireItem, now }: GrantDeps) {
  /** @throws AppError `forbidden`, `unknown_secret`, `item_rolled_back` */
  return (actor: Actor, { secrets, overridden }: Selection) => {
    const selected = select(database.read, actor, secrets).filter(({ name }) => !overridden.has(name));
    const rows = selected.filter(isInjected);
    for (const row of rows) requireItem(database.read, secretState(row));
    return {
      values: openAll(actor, rows),
      withheld: selected.filter((row) => !isInjected(row)).map(({ name }) => name),
      /** Notes the use, in the transaction that records the run. */
      recordUse(db: WritableDb): void {
        for (const { id } of rows) updateSecretUsed(db, id, now());
      },
    };
  };
}

/** The names of what a request selects, its credential may use and a run gets, without opening any. */
export function createSecretNames(database: Database) {
  /** @throws AppError `forbidden`, `unknown_secret` */
  return (actor: Actor, secrets: 'all' | readonly string[]): string[] =>
    select(database.read, actor, secrets)
      .filter(isInjected)
      .map(({ name }) => name);
}

/** Some secrets are older than the rule that none may have a name that code is taken from. */
const isInjected = ({ name }: SecretRow): boolean => codeReaderOf(name) === undefined;

function select(db: ReadableDb, actor: Actor, secrets: 'all' | readonly string[]): SecretRow[] {
  if (secrets === 'all') return selectAll(db, actor);
  return [...new Set(secrets)].map((name) => selectOne(db, actor, name));
}

function selectAll(db: ReadableDb, { secretNames, scopes, accountId }: Actor): SecretRow[] {
  if (secretNames === null && !scopes.has('secrets')) return [];
  const rows = listSecrets(db, accountId);
  return secretNames === null ? rows : rows.filter(({ name }) => secretNames.includes(name));
}

function selectOne(db: ReadableDb, actor: Actor, name: string): SecretRow {
  requireRight(actor, name);
  const row = findSecret(db, actor.accountId, name);
  if (row !== undefined) return row;
  const details = [{ path: 'secrets', message: `"${name}" is no secret of this account` }];
  throw new AppError('unknown_secret', `This account has no secret named ${name}. Store it first, or leave it out.`, {
    details,
  });
}

function requireRight(actor: Actor, name: string): void {
  requireSecretRight(actor, name);
  if (actor.secretNames === null && !actor.scopes.has('secrets'))
    throw new AppError('forbidden', 'This API key lacks the scope "secrets", so it cannot name secrets.');
}

/** All or none: a value that does not open leaves no other one behind. */
function openAll({ accountId, accountKey }: Actor, rows: readonly SecretRow[]): ReadonlyMap<string, SecretValue> {
  const values = new Map<string, SecretValue>();
  try {
    for (const { id, name, version, sealedValue } of rows)
      values.set(name, openSecret(accountKey, { accountId, id, version }, sealedValue));
    return values;
  } catch (error) {
    for (const value of values.values()) value.wipe();
    throw error;
  }
}
