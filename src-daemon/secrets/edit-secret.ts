import type { Preconditions } from '../../src-shared/contracts/preconditions.ts';
import type { SecretMetadata, SecretPatch } from '../../src-shared/contracts/secrets.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { requirePreconditions } from '../core/precondition.ts';
import { requireSecretRight } from '../core/rights.ts';
import type { Database, WritableDb } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { invalidField } from '../errors/repeated-errors.ts';
import { resealSecret } from './sealed-secret.ts';
import { changeBinding, isWithin, type SecretBinding } from './secret-binding.ts';
import { secretState } from './secret-items.ts';
import { findSecret, type SecretRow, updateSecretValue } from './secrets.store.ts';
import { metadataOf, requireSecret } from './stored-secret.ts';

export interface SecretsDeps {
  database: Database;
  recordAudit: RecordAudit;
  requireItem: RequireItem;
  now: () => number;
}

interface SecretEdit extends SecretPatch {
  conditions?: Pick<Preconditions, 'If-Match'>;
}

/** Returns the operation that changes fields of a secret other than its value. A change counts one version. */
export function createEditSecret({ database, recordAudit, requireItem, now }: SecretsDeps) {
  /**
   * @throws AppError `forbidden`, also for an API key that widens the use of the value; `invalid_request`,
   *   `secret_not_found`, `precondition_failed`, `item_rolled_back`
   */
  return (actor: Actor, name: string, { conditions = {}, ...patch }: SecretEdit): SecretMetadata => {
    requireSecretRight(actor, name);
    return database.transaction((db) => {
      const current = findSecret(db, actor.accountId, name)?.version;
      requirePreconditions(conditions, { named: `secret named ${name}`, version: current });
      const before = requireSecret(db, actor, name);
      requireItem(db, secretState(before));
      const fields = changeFields(db, actor, { before, patch, updatedAt: now() });
      if (fields.length === 0) return metadataOf(before);
      const written = requireSecret(db, actor, name);
      const { version } = written;
      const item = { ...secretState(written), keptFrom: version };
      const metadata = { name, version, fields, ...(written.hosts !== null && { hosts: written.hosts }) };
      recordAudit(db, actor, { action: 'secret.edit', resourceId: name, metadata, item });
      return metadataOf(written);
    });
  };
}

interface StoredEdit {
  before: SecretRow;
  patch: SecretPatch;
  updatedAt: number;
}

/**
 * Changes fields of a secret and seals its value for the next version. Returns the names of the changed fields; without any,
 * it writes nothing.
 * @throws AppError `invalid_request`, `forbidden`
 */
function changeFields(db: WritableDb, actor: Actor, { before, patch, updatedAt }: StoredEdit): string[] {
  const binding = changeBinding(before, patch);
  const after = { description: patch.description ?? before.description, ...binding };
  const fields = (['description', 'hosts', 'placeholderPrefix'] as const).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  );
  if (fields.length === 0) return fields;
  refuseWider(actor, before, binding);
  const { id, version, masked, sealedValue } = before;
  const from = { accountId: actor.accountId, id, version };
  const to = { ...from, version: version + 1 };
  const { sealed, isHeaderText } = resealSecret(actor.accountKey, { from, to }, sealedValue);
  if (binding.hosts !== null && !isHeaderText)
    throw invalidField(
      'hosts',
      'cannot be set for this secret: its value contains CR, LF or NUL, and would be put into headers of requests',
    );
  updateSecretValue(db, { id, version: to.version, sealedValue: sealed, masked, updatedAt, ...after });
  return fields;
}

/**
 * A key that does not know the value of a secret with hosts could otherwise send it to a host of its choice, or run a program
 * that reads it. PUT needs the value, so it cannot be used for this either.
 */
function refuseWider({ credential }: Actor, before: SecretBinding, after: SecretBinding): void {
  if (credential.kind === 'session' || isWithin(before, after)) return;
  const message =
    'can only be widened or removed with a session, because more requests or programs would get a value that this API key ' +
    'does not have to know';
  throw new AppError('forbidden', `hosts ${message}. Log in, or send the value too.`, {
    details: [{ path: 'hosts', message }],
  });
}
