import type { Actor } from '../core/actor.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { WritableDb } from '../db/database.ts';

/** Secrets that a run was granted. */
export interface GrantedSecrets {
  /** Values by the name of their variable; the caller wipes them. */
  values: ReadonlyMap<string, SecretValue>;
  /** Names of selected secrets that no program gets (src-shared/formats/code-variables.ts). */
  withheld: readonly string[];
  /** Records the use, in the transaction that records the run. */
  recordUse(db: WritableDb): void;
}

export interface SecretSelection {
  secrets: 'all' | readonly string[];
  /** Variables that the request sets in `env`. They take precedence, so secrets of these names are not opened. */
  overridden: ReadonlySet<string>;
}

/**
 * Opens the secrets that a request selects and its credential may use.
 * @throws AppError `unknown_secret`, `forbidden`
 */
export type GrantSecrets = (actor: Actor, selection: SecretSelection) => GrantedSecrets;
