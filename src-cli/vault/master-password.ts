import { listCode } from '../../src-shared/contracts/vault.contract.ts';
import { isPassword, newPasswordMinBytes, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';

export const masterPasswordQuestion = 'Master password: ';

/** Checks the master password before a payload is encrypted or decrypted. @throws CliError */
export function requirePassword(masterPassword: string): string {
  if (!isPassword(masterPassword)) throw new CliError('usage', `The master password ${passwordRequirement}.`);
  return masterPassword;
}

/**
 * Checks the length of a master password that the first script of a vault chooses. A vault with scripts can have a shorter one,
 * so the list is requested only for a short one.
 * @throws CliError
 */
export async function requireLength(masterPassword: string, client: ApiClient): Promise<void> {
  if (isPassword(masterPassword, newPasswordMinBytes)) return;
  const { code } = await client.call(listCode, {});
  if (code.length > 0) return;
  throw new CliError(
    'usage',
    `The master password must have at least ${newPasswordMinBytes} characters. Nothing was stored. Choose a longer one.`,
  );
}
