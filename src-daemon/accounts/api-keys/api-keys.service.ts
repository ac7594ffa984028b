import type { ApiKeyInfo, NewApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor } from '../../core/actor.ts';
import type { ReportEnded } from '../../core/credential-watch.ts';
import { requireGrantable } from '../../core/granted-rights.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalidField } from '../../errors/repeated-errors.ts';
import { apiKeyState } from './api-key-items.ts';
import { type ApiKeyRow, deleteApiKey, findApiKey, listApiKeys } from './api-keys.store.ts';
import type { ApiKeyIssuer } from './issue-api-key.ts';
import { lostRights } from './lost-rights.ts';

interface ApiKeysDeps {
  database: Database;
  recordAudit: RecordAudit;
  issueApiKey: ApiKeyIssuer;
  onEnded: ReportEnded;
  /** Returns the number of sandboxes that a key has created. */
  countSandboxes: (credential: { kind: 'apiKey'; id: string }) => number;
  now: () => number;
}

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** The API keys of an account: several, named, each with its own scopes. */
export function createApiKeysService(deps: ApiKeysDeps) {
  const { database, recordAudit, issueApiKey, onEnded, countSandboxes, now } = deps;
  return {
    list: (actor: Actor): ApiKeyInfo[] => listApiKeys(database.read, actor.accountId).map(infoOf),

    /**
     * Makes a key that can do no more than the caller; its text is in this answer and nowhere else.
     * @throws AppError `forbidden`, `invalid_request`
     */
    create(actor: Actor, { name, expiresAt, ...rights }: NewApiKey): ApiKeyInfo & { apiKey: string } {
      const { scopes, secretNames = null, networkHosts = null } = rights;
      const end = expiresAt === undefined ? null : requireFuture(expiresAt, now());
      requireGrantable(actor, { scopes, secretNames, networkHosts, expiresAt: end });
      return database.transaction((db) => {
        const { accountId, accountKey } = actor;
        const request = { accountId, accountKey, name, scopes, secretNames, networkHosts, expiresAt: end };
        const { text, row } = issueApiKey(db, request);
        const item = { ...apiKeyState(row), keptFrom: 1 };
        const info = infoOf({ ...row, lastUsedAt: null });
        const metadata = { name, scopes, secretNames, networkHosts, expiresAt: info.expiresAt };
        recordAudit(db, actor, { action: 'api_key.create', resourceId: row.id, metadata, item });
        return { ...info, apiKey: text };
      });
    },

    /** Returns how many sandboxes end with the key. @throws AppError `api_key_not_found` */
    revoke(actor: Actor, id: string): { sandboxesEnded: number } {
      const sandboxesEnded = countSandboxes({ kind: 'apiKey', id });
      database.transaction((db) => {
        const row = findApiKey(db, id);
        if (row?.accountId !== actor.accountId)
          throw new AppError('api_key_not_found', 'This account has no API key with this id.');
        deleteApiKey(db, id);
        const item = { kind: 'api_key', id, version: 1, digest: null } as const;
        recordAudit(db, actor, { action: 'api_key.revoke', resourceId: id, metadata: { name: row.name }, item });
      });
      onEnded({ kind: 'apiKey', ids: [id], reason: 'revoked' });
      return { sandboxesEnded };
    },
  };
}

function requireFuture(expiresAt: string, now: number): number {
  const end = Date.parse(expiresAt);
  if (end > now) return end;
  throw invalidField('expiresAt', 'must be in the future');
}

function infoOf(row: ApiKeyRow): ApiKeyInfo {
  const { id, name, scopes, secretNames, networkHosts, createdAt, expiresAt, lastUsedAt } = row;
  const lost = lostRights(row);
  return {
    id,
    name,
    scopes,
    secretNames,
    networkHosts,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
    ...(lost.length > 0 && { lostRights: lost }),
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
