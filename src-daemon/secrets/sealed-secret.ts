import { accountPurposeKey } from '../crypto/key-hierarchy.ts';
import { open, seal } from '../crypto/seal.ts';
import { type SecretValue, secretValue } from '../crypto/secret-value.ts';

/** The context of a sealed value: its account, row and version. It opens only there. */
export interface SecretContext {
  accountId: number;
  id: number;
  version: number;
}

/** Seals a value under the account key for its context. */
export function sealSecret(accountKey: Uint8Array, context: SecretContext, value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  try {
    return withSecretsKey(accountKey, (key) => seal(key, contextOf(context), bytes));
  } finally {
    bytes.fill(0);
  }
}

/**
 * Opens a value of {@link sealSecret}; the caller wipes it.
 * @throws SealError when it was sealed for another context or was changed
 */
export function openSecret(accountKey: Uint8Array, context: SecretContext, sealed: Uint8Array): SecretValue {
  return secretValue(withSecretsKey(accountKey, (key) => open(key, contextOf(context), sealed)));
}

function withSecretsKey<T>(accountKey: Uint8Array, work: (key: Uint8Array) => T): T {
  const key = accountPurposeKey(accountKey, 'secrets');
  try {
    return work(key);
  } finally {
    key.fill(0);
  }
}

function contextOf({ accountId, id, version }: SecretContext) {
  return { kind: 'secret', accountId, itemId: String(id), itemVersion: version, field: 'value' };
}
