import { utf8ToBytes } from '@noble/hashes/utils.js';
import { argon2id } from './argon2.ts';
import { type Argon2Turn, throughArgon2Gate } from './argon2-gate.ts';

/** RFC 9106's second recommendation. Fixed: none of it is read from storage, so none can be lowered there. */
const costs = { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4, hashLength: 32 } as const;

/** For what the daemon opens itself: its master key, a backup. */
const ownTurn: Argon2Turn = { lane: 'daemon', fairnessKey: '' };

/**
 * 32 bytes from a password: Argon2id over its NFC form in UTF-8, so that one password typed on two keyboards is one
 * password. The caller fills them with zeros.
 * @throws AppError `rate_limited` when too many passwords are being worked on
 */
export async function passwordKey(password: string, salt: Uint8Array, turn = ownTurn): Promise<Uint8Array> {
  const bytes = utf8ToBytes(password.normalize('NFC'));
  try {
    return await throughArgon2Gate(turn, () => argon2id({ password: bytes, salt, ...costs }));
  } finally {
    bytes.fill(0);
  }
}
