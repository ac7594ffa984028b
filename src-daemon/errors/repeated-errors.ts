import { AppError } from './app-error.ts';

/**
 * A request has a field whose value is not allowed.
 * @param path the field in dots and indexes: `files[2].path`
 * @param message completes a sentence whose subject is the field: "must be a plain relative path"
 */
export function invalidField(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path} ${message}.`, { details: [{ path, message }] });
}

/** A request names a language that is neither an id nor an alias. */
export function unknownLanguage(name: string): AppError {
  return new AppError('unknown_language', 'No language has this id or alias. List the languages.', {
    details: [{ path: 'language', message: `"${name}" is not the id or alias of a language` }],
  });
}

/** A request has no credential, or one that is malformed, expired or revoked: the same error for all. */
export function unauthorized(): AppError {
  return new AppError(
    'unauthorized',
    'A valid credential is needed: send x-api-key, or Authorization: Bearer with a session token.',
  );
}

/**
 * A request has an API key where it needs a session token or a password. The error depends on the form of the text only, so
 * it does not reveal whether the key is valid, and it never contains the key.
 * @param path where the key was found, as in `details`
 */
export function apiKeyMisplaced(code: 'unauthorized' | 'invalid_credentials', path: string): AppError {
  const why = code === 'unauthorized' ? 'An API key is not a session token.' : 'The e-mail or the password is wrong.';
  return new AppError(code, `${why} ${apiKeyUse}`, {
    details: [{ path, message: 'has the form of an API key; send an API key in the x-api-key header' }],
  });
}

/** Says how a client uses an API key. */
export const apiKeyUse = 'An API key needs no login and no refresh: send it in the x-api-key header of each request.';

/** The daemon drains: it finishes what is in progress and accepts nothing new. */
export function shuttingDown(): AppError {
  return new AppError('shutting_down', 'The daemon is stopping. Try again when it has started again.');
}

/** The master key cannot be read until the user unlocks the keychain of the operating system. */
export function keychainLocked(): AppError {
  return new AppError('locked', 'The keychain is locked. Unlock it: the daemon tries to read its key every 5 s.');
}

/** The client disconnected before the reply. No client receives this error, but the log has its code. */
export function clientLeft(): AppError {
  return new AppError('invalid_request', 'The client disconnected before the operation was complete.');
}
