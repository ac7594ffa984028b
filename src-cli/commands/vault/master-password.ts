import { isPassword, passwordRequirement } from '../../../src-shared/zk/password-bytes.ts';
import { CliError } from '../../cli-error.ts';

export const masterPasswordQuestion = 'Master password: ';

/** Checks the master password before a payload is encrypted or decrypted. @throws CliError */
export function requirePassword(masterPassword: string): string {
  if (!isPassword(masterPassword)) throw new CliError('usage', `The master password ${passwordRequirement}.`);
  return masterPassword;
}
