import type { Actor } from '../core/actor.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { WritableDb } from '../db/database.ts';

/** The secrets that a run was granted. */
export interface GrantedSecrets {
  /** By the name of their variable; whoever asked wipes them. */
  values: ReadonlyMap<string, SecretValue>;
  /** Names of those that were selected and that no program gets (src-shared/formats/code-variables.ts). */
  withheld: readonly string[];
  /** Notes the use, in the transaction that records the run. */
  recordUse(db: WritableDb): void;
}

export interface SecretSelection {
  secrets: 'all' | readonly string[];
  /** Variables that the request sets itself: these win, and no secret of such a name is opened. */
  overridden: ReadonlySet<string>;
}

/**
 * Opens the secrets that a request selects and its credential may use.
 * @throws AppError `unknown_secret`, `forbidden`
 */
export type GrantSecrets = (actor: Actor, selection: SecretSelection) => GrantedSecrets;
