import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Maximum length of a password or passphrase, in bytes of its NFC form in UTF-8. */
export const passwordBytesLimit = 1024;

/**
 * Minimum length of a password or master password that is being chosen, in the same bytes. One that exists can be shorter, and
 * opens what it was chosen for.
 */
export const newPasswordMinBytes = 8;

/** NFC shortens a text to a third at most, so a longer text exceeds the byte limit in every form. */
const unitsLimit = 4 * passwordBytesLimit;

/** Message for a text with a lone surrogate, to be read after the field's name. */
export const malformedUnicode = 'must be valid Unicode: it contains half of a character (a lone surrogate)';

/** General requirement of a password, to be read after "The master password". */
export const passwordRequirement = `must have 1 to ${passwordBytesLimit} bytes of valid Unicode (counted in UTF-8, as NFC)`;

/**
 * Returns why a text cannot be a password, to be read after the field's name; undefined if it can. The minimum length is
 * counted in bytes, so the same number of characters always suffices.
 */
export function passwordProblem(password: string, minBytes = 1): string | undefined {
  if (isPassword(password, minBytes)) return undefined;
  if (password === '') return 'must not be empty';
  if (!password.isWellFormed()) return malformedUnicode;
  const isShort = password.length <= unitsLimit && utf8ToBytes(password.normalize('NFC')).length < minBytes;
  if (isShort) return `must have at least ${minBytes} characters`;
  return `is too long: the maximum is ${passwordBytesLimit.toLocaleString('en')} bytes in UTF-8`;
}

/** Error for a text that cannot be a password: it is empty, too long, or not well-formed Unicode. */
export class PasswordFormError extends Error {
  constructor() {
    super(`The password ${passwordRequirement}.`);
    this.name = 'PasswordFormError';
  }
}

/**
 * Returns the bytes from which keys are derived: the NFC form of the password in UTF-8. NFC makes a password typed on
 * different keyboards the same. The limit counts these bytes, so all spellings are accepted or refused alike. A lone
 * surrogate is refused: UTF-8 cannot encode it, and a common replacement character would let a wrong password open.
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

/** Returns true if {@link passwordBytes} accepts the text. */
export function isPassword(password: string, minBytes = 1): boolean {
  try {
    passwordBytes(password, minBytes).fill(0);
    return true;
  } catch (error) {
    if (error instanceof PasswordFormError) return false;
    throw error;
  }
}
