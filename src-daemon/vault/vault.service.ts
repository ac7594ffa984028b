import type { NetworkRules } from '../../src-shared/contracts/network/network-rules.ts';
import type { Preconditions } from '../../src-shared/contracts/preconditions.ts';
import {
  type CodeInput,
  type EncryptedCode,
  revisionsKept,
  type StoredCode,
} from '../../src-shared/contracts/vault.contract.ts';
import type { ListingQuery } from '../../src-shared/listing-query.ts';
import type { Argon2id } from '../../src-shared/zk/argon2id.ts';
import { sealCode } from '../../src-shared/zk/zk-code.ts';
import { type ZKPayload, zkOverheadBytes, zkPartsOf } from '../../src-shared/zk/zk-payload.ts';
import { inSlices } from '../../src-shared-node/sliced-work.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { requireGrantable } from '../core/granted-rights.ts';
import { createListingRecords } from '../core/listing-records.ts';
import { requirePreconditions } from '../core/precondition.ts';
import { requireSession } from '../core/rights.ts';
import type { Database, ReadableDb, WritableDb } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { unknownLanguage } from '../errors/repeated-errors.ts';
import { metadataOf, payloadOf, revisionOf } from './encrypted-code.ts';
import { scriptState } from './script-items.ts';
import {
  type CodeRow,
  deleteAnyCode,
  deleteCode,
  deleteRevisionsUpTo,
  findCode,
  findCodeCounter,
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
  requireItem: RequireItem;
  /** Deletes the drafts of a script that is deleted. */
  forgetDrafts: (db: WritableDb, accountId: number, name: string) => void;
  /** Takes turns with those of other accounts. */
  argon2idFor: (accountId: number) => Argon2id;
  /** The id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  now: () => number;
}

interface CodeChange extends CodeInput {
  conditions?: Preconditions;
}

interface WrittenCode {
  isNew: boolean;
  revision: number;
  stored: StoredCode;
}

interface CodeToSeal {
  masterPassword: string;
  code: string;
}

export type VaultService = ReturnType<typeof createVaultService>;

/** Stores code that clients have encrypted. The daemon returns it unchanged and never opens it here. */
export function createVaultService(deps: VaultDeps) {
  const { database, recordAudit, requireItem, forgetDrafts, argon2idFor, findLanguageId, now } = deps;
  const listings = createListingRecords(now);

  return {
    /** Encrypts code for a client that cannot; nothing is stored. */
    async encrypt({ accountId }: Actor, input: CodeToSeal): Promise<{ encryptedPayload: ZKPayload }> {
      return { encryptedPayload: await sealCode(argon2idFor(accountId), input) };
    },

    /** @throws AppError `unknown_language`, `forbidden` for network rules that the credential may not use,
     * `precondition_failed` */
    store(actor: Actor, name: string, { conditions = {}, ...input }: CodeChange): WrittenCode {
      const language = requireLanguageId(findLanguageId, input.language);
      requireRules(actor, input.network);
      const parts = zkPartsOf(input.encryptedPayload);
      return database.transaction((db) => {
        const before = findCode(db, actor.accountId, name);
        requirePreconditions(conditions, { named: `stored code named ${name}`, version: before?.revision });
        const counter = findCodeCounter(db, actor.accountId, name);
        const id = counter?.id ?? insertCode(db, { accountId: actor.accountId, name, createdAt: now() });
        const revision = (counter?.revision ?? 0) + 1;
        const { description = before?.description ?? '', network = before?.network ?? null } = input;
        const size = parts.ciphertext.length - zkOverheadBytes;
        insertRevision(db, { id, revision, language, description, network, size, ...parts, createdAt: now() });
        deleteRevisionsUpTo(db, id, revision - revisionsKept);
        const written = requireSealed(db, { id, revision });
        const item = { ...scriptState(actor.accountId, written), keptFrom: revision - revisionsKept + 1 };
        recordAudit(db, actor, { action: 'zk.store', resourceId: name, metadata: { name, language, revision }, item });
        return {
          isNew: before === undefined,
          revision,
          stored: { name, language, description, stored: true, zeroKnowledge: true },
        };
      });
    },

    list: (actor: Actor, query: ListingQuery = {}) =>
      database.transaction((db) => {
        if (listings.mustRecord(actor, query)) recordAudit(db, actor, { action: 'zk.list', metadata: {} });
        return listCode(db, actor.accountId).map(metadataOf);
      }),

    /**
     * Returns the current revision, or an older one that is retained. @throws AppError `code_not_found`,
     * `item_rolled_back`
     */
    read(actor: Actor, name: string, revision?: number): EncryptedCode {
      return database.transaction((db) => {
        const row = openRow(db, actor, { code: requireCode(db, actor, name), revision });
        recordAudit(db, actor, { action: 'zk.read', resourceId: name, metadata: { name, revision: row.revision } });
        return { ...metadataOf(row), encryptedPayload: payloadOf(row) };
      });
    },

    /** @throws AppError `code_not_found` */
    revisions(actor: Actor, name: string) {
      return database.transaction((db) => {
        const code = requireCode(db, actor, name);
        recordAudit(db, actor, { action: 'zk.read', resourceId: name, metadata: { name } });
        return listRevisions(db, code.id).map(revisionOf);
      });
    },

    /** @throws AppError `code_not_found`, `precondition_failed` */
    remove(actor: Actor, name: string, conditions: Preconditions = {}): void {
      database.transaction((db) => {
        const { id, revision } = requireCodeAt(db, actor, { name, conditions });
        deleteCode(db, id);
        forgetDrafts(db, actor.accountId, name);
        const item = { kind: 'script', id: String(id), version: revision, digest: null } as const;
        recordAudit(db, actor, { action: 'zk.delete', resourceId: name, metadata: { name }, item });
      });
    },

    /** Deletes all stored code of an account in slices, between which the event loop runs. */
    clear: (accountId: number): Promise<void> =>
      inSlices(() => !database.transaction((db) => deleteAnyCode(db, accountId))),

    /** Returns the parts of stored code that a run needs, sealed. @throws AppError `code_not_found`, `item_rolled_back` */
    find(actor: Actor, name: string): { language: string; payload: ZKPayload; network: NetworkRules | null } {
      const row = openRow(database.read, actor, { code: requireCode(database.read, actor, name) });
      return { language: row.language, payload: payloadOf(row), network: row.network };
    },
  };

  /** Returns a revision. An older one is returned only if the current one is as it was last written. */
  function openRow(db: ReadableDb, { accountId }: Actor, { code, revision = code.revision }: Lookup): SealedCodeRow {
    const current = requireSealed(db, code);
    requireItem(db, scriptState(accountId, current));
    if (revision === code.revision) return current;
    if (revision <= code.revision - revisionsKept) throw notKept();
    const older = requireSealed(db, { id: code.id, revision });
    requireItem(db, scriptState(accountId, older), { isOlder: true });
    return older;
  }
}

/**
 * Checks that a credential stores only rules that it could use itself: other credentials run the code with them. The limits
 * of the settings apply when the code is run, with the settings of then.
 * @throws AppError `forbidden`
 */
function requireRules(actor: Actor, network: NetworkRules | null | undefined): void {
  for (const [index, { host, address, secrets = [] }] of (network?.allow ?? []).entries()) {
    const path = `network.allow[${index}]`;
    if (address !== undefined) requireSession(actor, `${path}.address`);
    requireGrantable(actor, { networkHosts: [host] }, `${path}.host`);
    requireGrantable(actor, { secretNames: secrets }, `${path}.secrets`);
  }
}

function requireLanguageId(findLanguageId: VaultDeps['findLanguageId'], name: string): string {
  const id = findLanguageId(name);
  if (id === undefined) throw unknownLanguage(name);
  return id;
}

/** Returns stored code at its current revision. @throws AppError `code_not_found` */
function requireCode(db: ReadableDb, { accountId }: Actor, name: string): CodeRow {
  const row = findCode(db, accountId, name);
  if (row === undefined) throw new AppError('code_not_found', 'This account has no stored code of this name.');
  return row;
}

/** Returns stored code at its current revision, if that meets the conditions. @throws AppError `precondition_failed` too */
export function requireCodeAt(
  db: ReadableDb,
  actor: Actor,
  { name, conditions }: { name: string; conditions: Preconditions },
): CodeRow {
  const code = requireCode(db, actor, name);
  requirePreconditions(conditions, { named: `stored code named ${name}`, version: code.revision });
  return code;
}

interface Lookup {
  code: CodeRow;
  /** The current one if absent. */
  revision?: number | undefined;
}

/** Returns one revision with its payload. @throws AppError `code_not_found` */
export function requireSealed(db: ReadableDb, { id, revision }: Pick<CodeRow, 'id' | 'revision'>): SealedCodeRow {
  const row = findSealedCode(db, id, revision);
  if (row === undefined) throw notKept();
  return row;
}

function notKept(): AppError {
  return new AppError(
    'code_not_found',
    'This revision does not exist, or it is not retained any more. List the revisions.',
  );
}
