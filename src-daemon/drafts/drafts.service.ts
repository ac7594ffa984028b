import { type DraftInfo, draftLimits } from '../../src-shared/contracts/drafts.contract.ts';
import type { DraftPayload } from '../../src-shared/zk/draft-payload.ts';
import { DraftOpenError, openDraft, type DraftKey as SealingKey, sealDraft } from '../../src-shared/zk/draft-seal.ts';
import { inSlices } from '../../src-shared-node/sliced-work.ts';
import type { Actor } from '../core/actor.ts';
import type { AccountMemory } from '../core/memory/ledger.ts';
import { accountPurposeKey } from '../crypto/key-hierarchy.ts';
import type { Database, ReadableDb, WritableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import {
  countOtherDrafts,
  type DraftKey,
  type DraftRow,
  deleteAnyDraft,
  deleteDraft,
  findDraft,
  findSealedDraft,
  listDrafts,
  putDraft,
  type SealedDraftRow,
} from './drafts.store.ts';

interface DraftsDeps {
  database: Database;
  memoryOf: (accountId: number) => Pick<AccountMemory, 'require'>;
  now: () => number;
}

/** Size of base64, as a multiple of its bytes. */
const base64Growth = 4 / 3;

interface DraftToSave {
  payload: DraftPayload;
  /** The `updatedAt` that the caller knows; null: none; undefined: any may be replaced. */
  basedOn?: string | null | undefined;
}

export type DraftsService = ReturnType<typeof createDraftsService>;

/**
 * Unsaved work that the interface has sealed: kept, listed and given back, never opened here. It is saved while a
 * person types, so that none of it is a row of the audit log.
 */
export function createDraftsService({ database, memoryOf, now }: DraftsDeps) {
  return {
    /** The drafts of the account, and the key of those without a salt: 32 bytes in base64. */
    list({ accountId, accountKey }: Actor): { key: string; drafts: DraftInfo[] } {
      const key = accountPurposeKey(accountKey, 'drafts');
      try {
        return { key: Buffer.from(key).toString('base64'), drafts: listDrafts(database.read, accountId).map(infoOf) };
      } finally {
        key.fill(0);
      }
    },

    /**
     * Returns a draft, or null if the account has none with this id.
     * @throws AppError `account_memory_full` before its payload is read, which is large
     */
    read({ accountId }: Actor, id: string): { draft: (DraftInfo & { payload: DraftPayload }) | null } {
      memoryOf(accountId).require((findDraft(database.read, { accountId, id })?.size ?? 0) * base64Growth);
      const row = findSealedDraft(database.read, { accountId, id });
      return { draft: row === undefined ? null : { ...infoOf(row), payload: payloadOf(row) } };
    },

    /** Creates or replaces a draft. @throws AppError `draft_changed`, `drafts_full` */
    save({ accountId }: Actor, id: string, { payload, basedOn }: DraftToSave): DraftInfo {
      const key = { accountId, id };
      const parts = partsOf(payload);
      return database.transaction((db) => {
        const before = findDraft(db, key);
        refuseOutdated(before, basedOn);
        const size = parts.ciphertext.length;
        requireCapacity(db, key, size);
        // The time identifies a version of a draft, so it must differ even if both are saved in one millisecond.
        const updatedAt = Math.max(now(), (before?.updatedAt ?? 0) + 1);
        putDraft(db, { ...key, ...parts, size, updatedAt });
        return infoOf({ id, updatedAt, size });
      });
    },

    /** Removes a draft, if there is one. @throws AppError `draft_changed` */
    remove({ accountId }: Actor, id: string, basedOn?: string): void {
      const key = { accountId, id };
      database.transaction((db) => {
        const before = findDraft(db, key);
        if (before === undefined) return;
        refuseOutdated(before, basedOn);
        deleteDraft(db, key);
      });
    },

    /** Deletes the drafts of a script and of its options, in the transaction that deletes the script. */
    forgetScript(db: WritableDb, accountId: number, name: string): void {
      for (const id of [`script:${name}`, `options:${name}`]) deleteDraft(db, { accountId, id });
    },

    /**
     * Moves the run options of a script to its new name, in the transaction that renames the script. A sealed draft opens
     * for its id only, so the options are sealed again with the account's key. Unsaved changes are sealed under the master
     * password: they stay where they are until the interface moves them.
     */
    moveScript(db: WritableDb, { accountId, accountKey }: Actor, { from, to }: { from: string; to: string }): void {
      const [before, after] = [`options:${from}`, `options:${to}`].map((id) => ({ accountId, id })) as [
        DraftKey,
        DraftKey,
      ];
      const row = findSealedDraft(db, before);
      deleteDraft(db, after);
      if (row === undefined) return;
      const material = accountPurposeKey(accountKey, 'drafts');
      try {
        const payload = resealDraft({ salt: null, material }, payloadOf(row), {
          accountId,
          from: before.id,
          to: after.id,
        });
        const parts = partsOf(payload);
        putDraft(db, {
          ...after,
          ...parts,
          size: parts.ciphertext.length,
          updatedAt: Math.max(now(), row.updatedAt + 1),
        });
        deleteDraft(db, before);
      } catch (error) {
        // Changed from outside: it stays under the old name, and the script has the default options.
        if (!(error instanceof DraftOpenError)) throw error;
      } finally {
        material.fill(0);
      }
    },

    /** Deletes all drafts of an account, one after the other, so that the event loop is not blocked. */
    clear: (accountId: number): Promise<void> =>
      inSlices(() => !database.transaction((db) => deleteAnyDraft(db, accountId))),
  };
}

function resealDraft(
  key: SealingKey,
  payload: DraftPayload,
  { accountId, from, to }: { accountId: number; from: string; to: string },
): DraftPayload {
  const plaintext = openDraft(key, { accountId, draftId: from }, payload);
  try {
    return sealDraft(key, { accountId, draftId: to }, { plaintext });
  } finally {
    plaintext.fill(0);
  }
}

/** Saving over a draft that was deleted in the meantime loses nothing. */
function refuseOutdated(before: DraftRow | undefined, basedOn: string | null | undefined): void {
  if (before === undefined || basedOn === undefined) return;
  if (basedOn !== null && Date.parse(basedOn) === before.updatedAt) return;
  throw new AppError(
    'draft_changed',
    'Another window has saved this draft since it was read. Nothing was changed. Read it again.',
  );
}

function requireCapacity(db: ReadableDb, key: DraftKey, size: number): void {
  const others = countOtherDrafts(db, key);
  if (others.drafts + 1 > draftLimits.drafts)
    throw new AppError('drafts_full', `An account has at most ${draftLimits.drafts} drafts. Discard one first.`);
  if (others.bytes + size > draftLimits.bytes)
    throw new AppError('drafts_full', 'The drafts of an account have at most 64 MiB together. Discard one first.');
}

function infoOf({ id, updatedAt, size }: DraftRow): DraftInfo {
  return { id, updatedAt: new Date(updatedAt).toISOString(), size };
}

/** By the native decoder: a draft can be of many megabytes. */
function partsOf({ salt, nonce, ciphertext }: DraftPayload) {
  return {
    salt: salt === null ? null : Buffer.from(salt, 'base64'),
    nonce: Buffer.from(nonce, 'base64'),
    ciphertext: Buffer.from(ciphertext, 'base64'),
  };
}

function payloadOf({ salt, nonce, ciphertext }: SealedDraftRow): DraftPayload {
  return { v: 1, salt: salt && base64(salt), nonce: base64(nonce), ciphertext: base64(ciphertext) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
