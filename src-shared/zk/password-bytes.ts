import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The most bytes of a password or passphrase: of its NFC form in UTF-8. */
export const passwordBytesLimit = 1024;

/** Composing shortens a text to at most a third; what is longer than this is over the limit in every form. */
const unitsLimit = 4 * passwordBytesLimit;

/** Completes the name of a field whose text has a lone surrogate. */
export const malformedUnicode = 'must be valid Unicode: it contains half of a character (a lone surrogate)';

/** Completes "The master password …" where it is not known what is wrong with it. */
export const passwordRequirement = `must have 1 to ${passwordBytesLimit} bytes of valid Unicode (counted in UTF-8, as NFC)`;

/**
 * What keeps a text from being a password, to be read after the field's name; undefined if nothing does. The least length
 * is counted in bytes: that many characters always suffice.
 */
export function passwordProblem(password: string, minBytes = 1): string | undefined {
  if (isPassword(password, minBytes)) return undefined;
  if (password === '') return 'must not be empty';
  if (!password.isWellFormed()) return malformedUnicode;
  const isShort = password.length <= unitsLimit && utf8ToBytes(password.normalize('NFC')).length < minBytes;
  if (isShort) return `must have at least ${minBytes} characters`;
  return `is too long: ${passwordBytesLimit.toLocaleString('en')} bytes in UTF-8 are the most`;
}

/** A text that is no password: empty, too long, or not well-formed Unicode, so that UTF-8 cannot carry it. */
export class PasswordFormError extends Error {
  constructor() {
    super(`The password ${passwordRequirement}.`);
    this.name = 'PasswordFormError';
  }
}

/**
 * The bytes of a password, as every key is derived from them: its NFC form in UTF-8, so that one password typed on two
 * keyboards is one password. The limit counts these bytes, hence both spellings are accepted or refused alike. A lone
 * surrogate is refused: UTF-8 has no bytes for it, and one replacement for all would let a wrong password open.
 * @param minBytes 1 if absent
 * @throws PasswordFormError
 */
export function passwordBytes(password: string, minBytes = 1): Uint8Array {
  if (password.length > unitsLimit || !password.isWellFormed()) throw new PasswordFormError();
  const bytes = utf8ToBytes(password.normalize('NFC'));
  if (bytes.length >= minBytes && bytes.length <= passwordBytesLimit) return bytes;
  bytes.fill(0);
  throw new PasswordFormError();
}

/** Whether {@link passwordBytes} has bytes for it. */
export function isPassword(password: string, minBytes = 1): boolean {
  try {
    passwordBytes(password, minBytes).fill(0);
    return true;
  } catch (error) {
    if (error instanceof PasswordFormError) return false;
    throw error;
  }
}
