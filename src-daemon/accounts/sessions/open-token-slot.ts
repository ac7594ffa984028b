import { SealError } from '../../crypto/seal.ts';
import { unwrapAccountKey } from '../../crypto/slots.ts';
import { unauthorized } from '../../errors/repeated-errors.ts';

interface TokenSlot {
  kind: 'session' | 'api_key';
  /** The row of the session or key. */
  row: { id: string; accountId: number; slot: Uint8Array };
  /** The secret of the token or API key; filled with zeros here. */
  credential: Uint8Array;
  pepper: Uint8Array;
}

/**
 * The account's key out of a session's or API key's slot; the caller fills it with zeros.
 * @throws AppError `unauthorized` when the credential is not the one that the slot was made for
 */
export function openTokenSlot({ kind, row, credential, pepper }: TokenSlot): Uint8Array {
  const { id: slotId, accountId, slot: wrapped } = row;
  try {
    return unwrapAccountKey({ kind, slotId, accountId, wrapped, credential, pepper });
  } catch (error) {
    if (error instanceof SealError) throw unauthorized();
    throw error;
  } finally {
    credential.fill(0);
  }
}
