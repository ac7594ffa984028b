import { type CodeInput, type EncryptedCode, revisionsKept, type StoredCode } from '../../src-shared/vault.contract.ts';
import type { Argon2id } from '../../src-shared/zk/zk-code.ts';
import { sealCode } from '../../src-shared/zk/zk-code.ts';
import { type ZKPayload, zkOverheadBytes, zkPartsOf } from '../../src-shared/zk/zk-payload.ts';
import type { Actor } from '../actor.ts';
import { AppError } from '../app-error.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import { inSlices } from '../in-slices.ts';
import { metadataOf, payloadOf, revisionOf } from './encrypted-code.ts';
import {
  type CodeRow,
  deleteAnyCode,
  deleteCode,
  deleteRevisionsUpTo,
  findCode,
  findSealedCode,
  insertCode,
  insertRevision,
  listCode,
  listRevisions,
  type SealedCodeRow,
} from './vault.store.ts';

interface VaultDeps {
  database: Database;
  recordAudit: RecordAudit;
  argon2id: Argon2id;
  /** The id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  now: () => number;
}

export type VaultService = ReturnType<typeof createVaultService>;

/** Code that clients have encrypted: kept, listed and given back as it came, never opened here. */
export function createVaultService({ database, recordAudit, argon2id, findLanguageId, now }: VaultDeps) {
  return {
    /** Encrypts for a client that cannot; nothing of it is kept. */
    async encrypt(input: { masterPassword: string; code: string }): Promise<{ encryptedPayload: ZKPayload }> {
      return { encryptedPayload: await sealCode(argon2id, input) };
    },

    /** @throws AppError `unknown_language` */
    store(actor: Actor, name: string, input: CodeInput): { isNew: boolean; stored: StoredCode } {
      const language = requireLanguage(input.language);
      const parts = zkPartsOf(input.encryptedPayload);
      return database.transaction((db) => {
        const before = findCode(db, actor.accountId, name);
        const id = before?.id ?? insertCode(db, { accountId: actor.accountId, name, createdAt: now() });
        const revision = (before?.revision ?? 0) + 1;
        const description = input.description ?? before?.description ?? '';
        const size = parts.ciphertext.length - zkOverheadBytes;
        insertRevision(db, { id, revision, language, description, size, ...parts, createdAt: now() });
        deleteRevisionsUpTo(db, id, revision - revisionsKept);
        recordAudit(db, actor, { action: 'zk.store', resourceId: name, metadata: { name, language, revision } });
        return {
          isNew: before === undefined,
          stored: { name, language, description, stored: true, zeroKnowledge: true },
        };
      });
    },

    list(actor: Actor) {
      return database.transaction((db) => {
        recordAudit(db, actor, { action: 'zk.list', metadata: {} });
        return listCode(db, actor.accountId).map(metadataOf);
      });
    },

    /** The current revision, or another that is kept. @throws AppError `code_not_found` */
    read(actor: Actor, name: string, revision?: number): EncryptedCode {
      return database.transaction((db) => {
        const row = requireSealed(db, requireCode(db, actor, name), revision);
        const metadata = { name, revision: row.revision };
        recordAudit(db, actor, { action: 'zk.read', resourceId: name, metadata });
        return { ...metadataOf(row), encryptedPayload: payloadOf(row) };
      });
    },

    /** @throws AppError `code_not_found` */
    revisions(actor: Actor, name: string) {
      return database.transaction((db) => {
        const { id } = requireCode(db, actor, name);
        recordAudit(db, actor, { action: 'zk.read', resourceId: name, metadata: { name } });
        return listRevisions(db, id).map(revisionOf);
      });
    },

    /** @throws AppError `code_not_found` */
    remove(actor: Actor, name: string): void {
      database.transaction((db) => {
        deleteCode(db, requireCode(db, actor, name).id);
        recordAudit(db, actor, { action: 'zk.delete', resourceId: name, metadata: { name } });
      });
    },

    /** Deletes all stored code of an account, one after the other, so that the event loop goes on. */
    clear: (accountId: number): Promise<void> =>
      inSlices(() => !database.transaction((db) => deleteAnyCode(db, accountId))),

    /** What is to be executed: its language and its payload, still sealed. @throws AppError `code_not_found` */
    find(actor: Actor, name: string): { language: string; payload: ZKPayload } {
      const row = requireSealed(database.read, requireCode(database.read, actor, name));
      return { language: row.language, payload: payloadOf(row) };
    },
  };

  function requireLanguage(name: string): string {
    const language = findLanguageId(name);
    if (language !== undefined) return language;
    throw new AppError('unknown_language', 'No language has this id or alias; GET /api/v1/languages lists them.', {
      details: [{ path: 'language', message: 'is no language or alias' }],
    });
  }
}

function requireCode(db: ReadableDb, { accountId }: Actor, name: string): CodeRow {
  const row = findCode(db, accountId, name);
  if (row === undefined) throw new AppError('code_not_found', 'There is no stored code of this name.');
  return row;
}

function requireSealed(db: ReadableDb, code: CodeRow, revision = code.revision): SealedCodeRow {
  const row = findSealedCode(db, code.id, revision);
  if (row === undefined) throw new AppError('code_not_found', 'There is no such revision, or it is not kept any more.');
  return row;
}
