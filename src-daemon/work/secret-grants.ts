import type { SecretHost } from '../../src-shared/contracts/network/secret-hosts.ts';
import type { Actor } from '../core/actor.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { WritableDb } from '../db/database.ts';

/** Secrets that a run was granted. */
export interface GrantedSecrets {
  /** Values by the name of their variable; the caller wipes them. */
  values: ReadonlyMap<string, SecretValue>;
  /** Secrets that network rules name; the caller wipes their values. No program gets them. */
  bound: ReadonlyMap<string, BoundValue>;
  /** Names of selected secrets that no program gets (src-shared/formats/code-variables.ts). */
  withheld: readonly string[];
  /** Records the use, in the transaction that records the run. */
  recordUse(db: WritableDb): void;
}

export interface BoundValue {
  value: SecretValue;
  hosts: readonly SecretHost[];
  placeholderPrefix: string | null;
}

/** A secret that a credential may use. */
export interface UsableSecret {
  name: string;
  /** Hosts that it is bound to; null if programs get its value. */
  hosts: readonly string[] | null;
}

export interface SecretSelection {
  secrets: 'all' | readonly string[];
  /** Variables that the request sets in `env`. They take precedence, so secrets of these names are not opened. */
  overridden: ReadonlySet<string>;
  /** The network rules; undefined for a run without rules. */
  rules?: readonly SecretRule[] | undefined;
}

/** The parts of a network rule that decide about secrets. */
export interface SecretRule {
  host: string;
  secrets?: readonly string[] | undefined;
}

/**
 * Opens the secrets that a request selects and its credential may use.
 * @throws AppError `unknown_secret`, `forbidden`, `secret_not_bound`, `secret_proxy_only`
 */
export type GrantSecrets = (actor: Actor, selection: SecretSelection) => GrantedSecrets;
