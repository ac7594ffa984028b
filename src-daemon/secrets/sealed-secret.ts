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

/** Seals a sealed value again for another version of its row. @throws SealError as {@link openSecret} */
export function resealSecret(
  accountKey: Uint8Array,
  { from, to }: Record<'from' | 'to', SecretContext>,
  sealed: Uint8Array,
): { sealed: Uint8Array; isHeaderText: boolean } {
  return withSecretsKey(accountKey, (key) => {
    const bytes = open(key, contextOf(from), sealed);
    try {
      return { sealed: seal(key, contextOf(to), bytes), isHeaderText: isHeaderText(bytes) };
    } finally {
      bytes.fill(0);
    }
  });
}

/** Returns true if a value, or its UTF-8, can be put into headers of requests: it has no CR, LF or NUL. */
export function isHeaderText(value: string | Uint8Array): boolean {
  const has = (code: number) =>
    typeof value === 'string' ? value.includes(String.fromCharCode(code)) : value.includes(code);
  return ![0, 10, 13].some(has);
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
