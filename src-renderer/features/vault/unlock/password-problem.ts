import { isPassword, passwordBytesLimit } from '../../../../src-shared/zk/password-bytes.ts';

const leastCharacters = 8;

/** Returns the problem of a master password as a sentence; undefined for an empty or valid one. */
export function passwordProblem(password: string): string | undefined {
  if (password === '' || isPassword(password)) return undefined;
  return password.isWellFormed()
    ? `The master password is too long: the limit is ${passwordBytesLimit} bytes, which is about ${passwordBytesLimit} letters.`
    : 'The master password contains half of a character. Type it again.';
}

/** Returns the problems of a new master password and its repetition, by field. */
export function newPasswordProblems(password: string, again: string): { password?: string; again?: string } {
  if (password.length < leastCharacters)
    return { password: `The master password is too short: it needs at least ${leastCharacters} characters.` };
  return again === password ? {} : { again: 'The two passwords are not the same. Type both again.' };
}
