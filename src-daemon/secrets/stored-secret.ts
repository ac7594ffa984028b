import { type SecretMetadata, unguessableBytes } from '../../src-shared/contracts/secrets.contract.ts';
import { codeReaderOf } from '../../src-shared/formats/code-variables.ts';
import type { Actor } from '../core/actor.ts';
import { sealOverheadBytes } from '../crypto/seal.ts';
import type { ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { findSecret, type SecretRow } from './secrets.store.ts';

/** Returns a secret of the account. @throws AppError `secret_not_found` */
export function requireSecret(db: ReadableDb, { accountId }: Actor, name: string): SecretRow {
  const row = findSecret(db, accountId, name);
  if (row === undefined) throw new AppError('secret_not_found', 'This account has no secret of this name.');
  return row;
}

/** Returns what the API shows of a secret: everything but the value. */
export function metadataOf({
  name,
  description,
  version,
  sealedValue,
  createdAt,
  updatedAt,
  lastUsedAt,
  masked,
  hosts,
  placeholderPrefix,
}: SecretRow): SecretMetadata {
  return {
    name,
    description,
    version,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(hosts !== null && { hosts }),
    ...(placeholderPrefix !== null && { placeholderPrefix }),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    ...(masked === 0 && { masked: false as const }),
    ...(hosts !== null && isShort(sealedValue) && { guessable: true as const }),
    ...(codeReaderOf(name) !== undefined && { injected: false as const }),
  };
}

/** Returns true if a sealed value has fewer bytes than one that cannot be guessed. */
function isShort(sealedValue: Uint8Array): boolean {
  return sealedValue.length - sealOverheadBytes < unguessableBytes;
}
