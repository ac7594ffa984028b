import type { ReleasedSecrets } from '../../src-shared/contracts/secret-values.contract.ts';
import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import { codeReaderOf } from '../../src-shared/formats/code-variables.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { invalidField } from '../errors/repeated-errors.ts';
import { openSecret } from './sealed-secret.ts';
import { secretState } from './secret-items.ts';
import { findSecret, type SecretRow, updateSecretUsed } from './secrets.store.ts';

export interface ReleaseDeps {
  database: Database;
  recordAudit: RecordAudit;
  requireItem: RequireItem;
  readSettings: (accountId: number) => Settings;
  /** @throws AppError `invalid_credentials`, `rate_limited` */
  confirmPassword: (actor: Actor, password: string) => Promise<void>;
  now: () => number;
}

interface Release {
  names: readonly string[];
  password: string;
}

/**
 * Returns the operation that gives values of secrets to a program of this machine. Everything but the password is checked
 * before it, because a check of the password takes about a second and counts as an attempt.
 */
export function createReleaseSecrets(deps: ReleaseDeps) {
  const { database, recordAudit, requireItem, confirmPassword, now } = deps;

  /**
   * @throws AppError `forbidden`, `secret_release_off`, `unknown_secret`, `secret_proxy_only`, `invalid_request`,
   *   `item_rolled_back`, `invalid_credentials`, `rate_limited`
   */
  return async (actor: Actor, { names, password }: Release): Promise<ReleasedSecrets> => {
    requireOwner(actor);
    findReleasable(database.read, actor, names);
    await confirmPassword(actor, password);
    return database.transaction((db) => {
      // The setting and the secrets can have changed while the password was checked.
      const rows = findReleasable(db, actor, names);
      recordAudit(db, actor, { action: 'secret.release', metadata: { names: [...names] } });
      for (const { id } of rows) updateSecretUsed(db, id, now());
      return { secrets: rows.map((row) => ({ name: row.name, value: openText(actor, row) })) };
    });
  };

  function findReleasable(db: ReadableDb, actor: Actor, names: readonly string[]): SecretRow[] {
    if (!deps.readSettings(actor.accountId).secrets.release) throw releaseIsOff();
    return names.map((name, index) => {
      const row = findSecret(db, actor.accountId, name);
      requireReleasable(row, name, `names[${index}]`);
      requireItem(db, secretState(row));
      return row;
    });
  }
}

/** Only the user who runs the daemon can open its socket. Pages of the desktop app use it too. @throws AppError `forbidden` */
function requireOwner({ credential, client }: Actor): void {
  const isOwner = credential.kind === 'session' && client.isOwnUser === true;
  if (isOwner && client.isPage !== true && client.isAgent !== true) return;
  const message =
    "Values of secrets are only given to strongroom with, over the daemon's socket: not over TCP, and not to web pages, API " +
    'keys and agents.';
  throw new AppError('forbidden', message);
}

function releaseIsOff(): AppError {
  const message =
    'The settings do not allow secrets for programs of this machine. The owner of the account can allow them with: ' +
    'strongroom secrets release on';
  return new AppError('secret_release_off', message);
}

/** The messages name the secret and the next step, so only a name that no secret may have is a detail. */
function requireReleasable(row: SecretRow | undefined, name: string, path: string): asserts row is SecretRow {
  if (row === undefined)
    throw new AppError('unknown_secret', `This account has no secret named ${name}. Store it first, or leave it out.`);
  if (row.hosts !== null) {
    const hosts = row.hosts.map(({ host }) => host).join(', ');
    const message =
      `The secret ${name} is only sent to its hosts (${hosts}): its value never leaves the daemon, so no program gets it. ` +
      'Run the program in a sandbox, or store the value under another name without hosts.';
    throw new AppError('secret_proxy_only', message);
  }
  const reader = codeReaderOf(name);
  if (reader === undefined) return;
  throw invalidField(
    path,
    `is ${name}, a variable from which ${reader} takes code; store the value under another name`,
  );
}

function openText({ accountId, accountKey }: Actor, { id, version, sealedValue }: SecretRow): string {
  const value = openSecret(accountKey, { accountId, id, version }, sealedValue);
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(value.reveal());
  } finally {
    value.wipe();
  }
}
