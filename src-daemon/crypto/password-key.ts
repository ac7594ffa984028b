import { utf8ToBytes } from '@noble/hashes/utils.js';
import { argon2id } from './argon2.ts';
import { type Argon2Slot, throughArgon2Gate } from './argon2-gate.ts';
import { passwordCosts } from './password-costs.ts';

/** The slot of hashes for the master key and for backups. */
const daemonSlot: Argon2Slot = { lane: 'daemon', fairnessKey: '' };

/**
 * Returns the Argon2id hash of a password, 32 bytes, which the caller fills with zeros. The password is normalised to NFC
 * first, because two keyboards can compose the same characters in two ways.
 * @throws AppError `rate_limited` when too many hashes wait
 */
export async function passwordKey(password: string, salt: Uint8Array, slot = daemonSlot): Promise<Uint8Array> {
  const bytes = utf8ToBytes(password.normalize('NFC'));
  try {
    return await throughArgon2Gate(slot, () => argon2id({ password: bytes, salt, ...passwordCosts }));
  } finally {
    bytes.fill(0);
  }
}
