import { randomBytes } from 'node:crypto';
import { resealHours } from '../../src-shared/contracts/reseal.contract.ts';
import { type ZKPayload, zkOverheadBytes, zkPartsOf } from '../../src-shared/zk/zk-payload.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { Database, ReadableDb, WritableDb } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import {
  deleteReseal,
  deleteResealsBefore,
  findReseal,
  findResealedCode,
  putReseal,
  putResealedCode,
} from './reseals.store.ts';
import { scriptState } from './script-items.ts';
import { requireSealed } from './vault.service.ts';
import {
  type CodeRow,
  deleteRevisionsUpTo,
  findCode,
  findCodeCounter,
  insertRevision,
  listCode,
} from './vault.store.ts';

interface ResealDeps {
  database: Database;
  recordAudit: RecordAudit;
  requireItem: RequireItem;
  now: () => number;
}

interface SentCode {
  id: string;
  name: string;
  revision: number;
  encryptedPayload: ZKPayload;
}

export type ResealCode = ReturnType<typeof createResealCode>;

/**
 * Changes the master password: clients send every script sealed under the new one, and one transaction replaces them.
 * The daemon sees neither password.
 */
export function createResealCode({ database, recordAudit, requireItem, now }: ResealDeps) {
  return {
    begin({ accountId }: Actor): { id: string } {
      const id = `rsl_${randomBytes(16).toString('base64url')}`;
      database.transaction((db) => putReseal(db, { accountId, id, createdAt: now() }));
      return { id };
    },

    /** @throws AppError `reseal_not_found`, `code_not_found`, `reseal_outdated` */
    put({ accountId }: Actor, { id, name, revision, encryptedPayload }: SentCode): void {
      database.transaction((db) => {
        requireReseal(db, accountId, id);
        const code = findCode(db, accountId, name);
        if (code === undefined)
          throw new AppError(
            'code_not_found',
            'This account has no stored code of this name. It may have been deleted.',
          );
        if (code.revision !== revision) throw outdated([code]);
        putResealedCode(db, { codeId: code.id, accountId, revision, ...zkPartsOf(encryptedPayload) });
      });
    },

    /** @throws AppError `reseal_not_found`, `reseal_outdated`, `item_rolled_back`; nothing is changed then */
    commit(actor: Actor, id: string, otherPassword: readonly string[] = []): { code: number } {
      const { accountId } = actor;
      return database.transaction((db) => {
        requireReseal(db, accountId, id);
        const others = new Set(otherPassword);
        const scripts = listCode(db, accountId).filter(({ name }) => !others.has(name));
        const missing = scripts.filter((code) => findResealedCode(db, code.id)?.revision !== code.revision);
        if (missing.length > 0) throw outdated(missing);
        for (const code of scripts) replace(db, actor, code);
        deleteReseal(db, accountId);
        return { code: scripts.length };
      });
    },

    cancel({ accountId }: Actor, id: string): void {
      database.transaction((db) => {
        if (findReseal(db, accountId)?.id === id) deleteReseal(db, accountId);
      });
    },

    /** Forgets changes that were broken off. */
    sweep: (): void => database.transaction((db) => deleteResealsBefore(db, now() - resealHours * 3_600_000)),
  };

  /** Makes the sent payload the current revision, and the only one. */
  function replace(db: WritableDb, actor: Actor, code: CodeRow): void {
    const { accountId } = actor;
    const sent = findResealedCode(db, code.id);
    if (sent === undefined) throw new Error('a script to replace was not sent');
    // The new revision takes over the rules and the language of the old one, so that must be as it was recorded.
    requireItem(db, scriptState(accountId, requireSealed(db, code)));
    const { id, name, language, description, network } = code;
    const { salt, nonce, ciphertext } = sent;
    const revision = (findCodeCounter(db, accountId, name)?.revision ?? code.revision) + 1;
    const size = ciphertext.length - zkOverheadBytes;
    insertRevision(db, {
      id,
      revision,
      language,
      description,
      network,
      size,
      salt,
      nonce,
      ciphertext,
      createdAt: now(),
    });
    deleteRevisionsUpTo(db, id, revision - 1);
    const item = { ...scriptState(accountId, requireSealed(db, { id, revision })), keptFrom: revision };
    recordAudit(db, actor, { action: 'zk.reseal', resourceId: name, metadata: { name, revision }, item });
  }
}

function requireReseal(db: ReadableDb, accountId: number, id: string): void {
  if (findReseal(db, accountId)?.id === id) return;
  throw new AppError(
    'reseal_not_found',
    'This change of the master password was broken off, or another one began. No script was changed. Begin again.',
  );
}

const maxNamed = 20;

function outdated(missing: readonly CodeRow[]): AppError {
  const details = missing
    .slice(0, maxNamed)
    .map(({ name }) => ({ path: 'code', message: `${name} was changed or added` }));
  const message =
    'Some scripts were changed or added during the change of the master password. No script was changed. Begin again.';
  return new AppError('reseal_outdated', message, { details });
}
