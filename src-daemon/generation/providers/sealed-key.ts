import { accountPurposeKey } from '../../crypto/key-hierarchy.ts';
import { open, seal } from '../../crypto/seal.ts';
import { type SecretValue, secretValue } from '../../crypto/secret-value.ts';

/** Context to which a provider's key is bound: its account, its row and its version. */
export interface ProviderKeyContext {
  accountId: number;
  id: number;
  version: number;
}

/** Seals the bytes of a provider's key under the account's key, bound to its context. */
export function sealProviderKey(accountKey: Uint8Array, context: ProviderKeyContext, key: Uint8Array): Uint8Array {
  return withProvidersKey(accountKey, (purposeKey) => seal(purposeKey, contextOf(context), key));
}

/**
 * Opens a key that {@link sealProviderKey} sealed; the caller wipes it.
 * @throws SealError if it was sealed for another context or was changed
 */
export function openProviderKey(accountKey: Uint8Array, context: ProviderKeyContext, sealed: Uint8Array): SecretValue {
  return secretValue(withProvidersKey(accountKey, (purposeKey) => open(purposeKey, contextOf(context), sealed)));
}

function withProvidersKey<T>(accountKey: Uint8Array, work: (key: Uint8Array) => T): T {
  const key = accountPurposeKey(accountKey, 'providers');
  try {
    return work(key);
  } finally {
    key.fill(0);
  }
}

function contextOf({ accountId, id, version }: ProviderKeyContext) {
  return { kind: 'provider', accountId, itemId: String(id), itemVersion: version, field: 'api_key' };
}
