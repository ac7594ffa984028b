import { argon2id } from './argon2.ts';
import { throughArgon2Gate } from './argon2-gate.ts';

/**
 * Argon2id in turn with all others of the daemon.
 * @throws AppError `rate_limited` when too many passwords are being worked on
 */
export function gatedArgon2id(input: Parameters<typeof argon2id>[0]): Promise<Uint8Array> {
  return throughArgon2Gate(() => argon2id(input));
}
