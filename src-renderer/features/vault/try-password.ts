import { type EncryptedCodeMetadata, readCode } from '../../../src-shared/vault.contract.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { openInWorker } from '../../crypto/seal-in-worker.ts';

/**
 * Opens the newest stored code that the daemon does not refuse itself.
 * @throws ApiError `decryption_failed` when the password does not open it
 */
export async function tryPassword(password: string, stored: readonly EncryptedCodeMetadata[]): Promise<void> {
  for (const { name } of stored.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))) {
    try {
      const { encryptedPayload } = await call(readCode, { params: { name } });
      return await openInWorker(password, encryptedPayload).then(() => undefined);
    } catch (error) {
      const { code } = asApiError(error);
      if (code === 'decryption_failed') throw wrongPassword(name);
      if (code !== 'item_rolled_back') throw error;
    }
  }
}

function wrongPassword(name: string): ApiError {
  return new ApiError(
    'decryption_failed',
    `This master password does not open ${name}, which was saved last. Check Caps Lock and the keyboard layout, and try again.`,
  );
}
