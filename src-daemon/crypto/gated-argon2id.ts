import { argon2id } from './argon2.ts';
import { throughArgon2Gate } from './argon2-gate.ts';

/**
 * Argon2id for an account whose credential has been verified; it takes turns with those of other accounts.
 * @throws AppError `rate_limited` when too many passwords are being worked on
 */
export function gatedArgon2id(accountId: number) {
  return (input: Parameters<typeof argon2id>[0]): Promise<Uint8Array> =>
    throughArgon2Gate({ lane: 'account', fairnessKey: String(accountId) }, () => argon2id(input));
}
