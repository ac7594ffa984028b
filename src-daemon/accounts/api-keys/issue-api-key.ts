import type { Scope } from '../../../src-shared/scopes.ts';
import { createApiKey } from '../../crypto/tokens.ts';
import { wrapAccountKey } from '../../crypto/wrapped-keys.ts';
import type { WritableDb } from '../../db/database.ts';
import { type ApiKeyRow, insertApiKey } from './api-keys.store.ts';
import { newestRules } from './lost-rights.ts';

export interface ApiKeyRequest {
  accountId: number;
  accountKey: Uint8Array;
  name: string;
  scopes: readonly Scope[];
  secretNames: readonly string[] | null;
  networkHosts: readonly string[] | null;
  /** Epoch ms. */
  expiresAt: number | null;
}

export type ApiKeyIssuer = ReturnType<typeof createApiKeyIssuer>;

/** Makes an API key in the transaction of what called for it; its text is in the answer and nowhere else. */
export function createApiKeyIssuer({ pepper, now }: { pepper: Uint8Array; now: () => number }) {
  return (db: WritableDb, request: ApiKeyRequest): { text: string; row: Omit<ApiKeyRow, 'lastUsedAt'> } => {
    const { accountId, accountKey, name, scopes, secretNames, networkHosts, expiresAt } = request;
    const { text, keyId, secret: credential } = createApiKey();
    const wrappedKey = wrapAccountKey({
      accountKey,
      credential,
      credentialId: keyId,
      accountId,
      kind: 'api_key',
      pepper,
    });
    credential.fill(0);
    const row = {
      id: keyId,
      accountId,
      name,
      scopes: [...scopes],
      secretNames: secretNames && [...secretNames],
      networkHosts: networkHosts && [...networkHosts],
      rules: newestRules,
      createdAt: now(),
      expiresAt,
      wrappedKey,
    };
    insertApiKey(db, row);
    return { text, row };
  };
}
