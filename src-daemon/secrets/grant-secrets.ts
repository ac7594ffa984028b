import type { Actor } from '../core/actor.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { Database, WritableDb } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import type { BoundValue, GrantSecrets, SecretSelection, UsableSecret } from '../work/secret-grants.ts';
import { openSecret } from './sealed-secret.ts';
import { secretState } from './secret-items.ts';
import { type SecretRow, updateSecretUsed } from './secrets.store.ts';
import { isInjected, selectSecrets, usableSecrets } from './select-secrets.ts';

interface GrantDeps {
  database: Database;
  requireItem: RequireItem;
  now: () => number;
}

/**
 * Opens the secrets that a request selects and its credential may use (api.md, "API keys"): with `secretNames` only
 * these, else all of them by the scope `secrets`, else none.
 */
export function createSecretGrants({ database, requireItem, now }: GrantDeps): GrantSecrets {
  /** @throws AppError `forbidden`, `unknown_secret`, `secret_not_bound`, `secret_proxy_only`, `item_rolled_back` */
  return (actor, { overridden, ...selection }) => {
    const { variables, bound } = selectSecrets(database.read, actor, selection);
    const selected = variables.filter(({ name }) => !overridden.has(name));
    const injected = selected.filter(isInjected);
    const rows = [...injected, ...bound];
    for (const row of rows) requireItem(database.read, secretState(row));
    const values = openAll(actor, rows);
    return {
      values: new Map(injected.map(({ name }) => [name, requireValue(values, name)])),
      bound: new Map(bound.map((row) => [row.name, boundValue(row, requireValue(values, row.name))])),
      withheld: selected.filter((row) => !isInjected(row)).map(({ name }) => name),
      recordUse(db: WritableDb): void {
        for (const { id } of rows) updateSecretUsed(db, id, now());
      },
    };
  };
}

/** Returns the names of the secrets that a request selects, its credential may use and a run gets, without opening any. */
export function createSecretNames(database: Database) {
  /** @throws AppError `forbidden`, `unknown_secret`, `secret_not_bound`, `secret_proxy_only` */
  return (actor: Actor, selection: Pick<SecretSelection, 'secrets' | 'rules'>): string[] => {
    const { variables, bound } = selectSecrets(database.read, actor, selection);
    return [...variables.filter(isInjected), ...bound].map(({ name }) => name);
  };
}

/** Returns the secrets that a credential may use and programs can get, without opening any. */
export function createUsableSecrets(database: Database) {
  return (actor: Actor): UsableSecret[] =>
    usableSecrets(database.read, actor).map(({ name, hosts }) => ({
      name,
      hosts: hosts?.map(({ host }) => host) ?? null,
    }));
}

function boundValue({ hosts, placeholderPrefix }: SecretRow, value: SecretValue): BoundValue {
  return { value, hosts: hosts ?? [], placeholderPrefix };
}

function requireValue(values: ReadonlyMap<string, SecretValue>, name: string): SecretValue {
  const value = values.get(name);
  if (value === undefined) throw new Error('a selected secret was not opened');
  return value;
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
