import { isPassword, newPasswordMinBytes, passwordBytesLimit } from '../../../../src-shared/zk/password-bytes.ts';

/** Returns the problem of a master password as a sentence; undefined for an empty or valid one. */
export function passwordProblem(password: string): string | undefined {
  if (password === '' || isPassword(password)) return undefined;
  return password.isWellFormed()
    ? `The master password is too long: the limit is ${passwordBytesLimit} bytes, which is about ${passwordBytesLimit} letters.`
    : 'The master password contains half of a character. Type it again.';
}

/** Returns the problems of a new master password and its repetition, by field; `again` is undefined if it was shown. */
export function newPasswordProblems(
  password: string,
  again: string | undefined,
): { password?: string; again?: string } {
  if (!isPassword(password, newPasswordMinBytes))
    return { password: `The master password is too short: it needs at least ${newPasswordMinBytes} characters.` };
  return again === undefined || again === password
    ? {}
    : { again: 'The two passwords are not the same. Type both again.' };
}
