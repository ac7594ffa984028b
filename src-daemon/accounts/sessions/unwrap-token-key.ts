import { SealError } from '../../crypto/seal.ts';
import { unwrapAccountKey } from '../../crypto/wrapped-keys.ts';
import { unauthorized } from '../../errors/repeated-errors.ts';

interface TokenKey {
  kind: 'session' | 'api_key';
  /** The row of the session or key. */
  row: { id: string; accountId: number; wrappedKey: Uint8Array };
  /** The secret of the token or API key; filled with zeros here. */
  credential: Uint8Array;
  pepper: Uint8Array;
}

/**
 * Unwraps the account's key with a session or an API key; the caller fills it with zeros.
 * @throws AppError `unauthorized` when the key was wrapped with another credential
 */
export function unwrapTokenKey({ kind, row, credential, pepper }: TokenKey): Uint8Array {
  const { id: credentialId, accountId, wrappedKey: wrapped } = row;
  try {
    return unwrapAccountKey({ kind, credentialId, accountId, wrapped, credential, pepper });
  } catch (error) {
    if (error instanceof SealError) throw unauthorized();
    throw error;
  } finally {
    credential.fill(0);
  }
}
