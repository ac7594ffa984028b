import type { Preconditions } from '../../src-shared/contracts/preconditions.ts';
import { type EncryptedCodeMetadata, revisionsKept } from '../../src-shared/contracts/vault.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { Database, WritableDb } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { metadataOf } from './encrypted-code.ts';
import { scriptState } from './script-items.ts';
import { requireCodeAt, requireSealed } from './vault.service.ts';
import { findCodeCounter, updateCodeName } from './vault.store.ts';

interface RenameDeps {
  database: Database;
  recordAudit: RecordAudit;
  requireItem: RequireItem;
  /** Moves the drafts of a script that is renamed. */
  moveDrafts: (db: WritableDb, actor: Actor, names: { from: string; to: string }) => void;
}

interface Renaming {
  from: string;
  to: string;
  conditions?: Preconditions;
}

export type RenameCode = ReturnType<typeof createRenameCode>;

/**
 * Gives stored code another name at its current revision. Its payloads do not contain the name, so they stay as they are.
 * @throws AppError `code_not_found`, `code_name_taken`, `precondition_failed`, `item_rolled_back`
 */
export function createRenameCode({ database, recordAudit, requireItem, moveDrafts }: RenameDeps) {
  return (actor: Actor, { from, to, conditions = {} }: Renaming): EncryptedCodeMetadata => {
    const { accountId } = actor;
    return database.transaction((db) => {
      const code = requireCodeAt(db, actor, { name: from, conditions });
      // The state is recorded again under the new name, so it must be the state that was recorded before.
      requireItem(db, scriptState(accountId, requireSealed(db, code)));
      if (to === from) return metadataOf(code);
      if (findCodeCounter(db, accountId, to)?.id != null) throw nameTaken(to);
      updateCodeName(db, code, to);
      moveDrafts(db, actor, { from, to });
      const renamed = requireSealed(db, code);
      const item = { ...scriptState(accountId, renamed), keptFrom: code.revision - revisionsKept + 1 };
      recordAudit(db, actor, { action: 'zk.rename', resourceId: to, metadata: { name: to, from }, item });
      return metadataOf(renamed);
    });
  };
}

function nameTaken(name: string): AppError {
  return new AppError('code_name_taken', `There is already stored code named ${name}. Choose another name.`);
}
