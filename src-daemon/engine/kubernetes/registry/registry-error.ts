/**
 * - `denied` 401, 403: the credentials are missing, wrong, or lack the right
 * - `missing` 404
 * - `unsupported` 405: the registry does not offer this
 * - `unreachable`: no answer, or no trusted certificate
 * - `bad_answer`: any other status, or an answer that is not what the API describes
 */
export type RegistryErrorKind = 'denied' | 'missing' | 'unsupported' | 'unreachable' | 'bad_answer';

/** A request to a registry failed. The message is short, and has no credential and nothing of an answer. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly kind: RegistryErrorKind;

  constructor(kind: RegistryErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const kinds: Readonly<Record<number, RegistryErrorKind>> = {
  401: 'denied',
  403: 'denied',
  404: 'missing',
  405: 'unsupported',
};

/** Returns the error of an answer by its HTTP status. @param what was asked for: `the upload of a layer` */
export function errorOfStatus(status: number, what: string): RegistryError {
  return new RegistryError(kinds[status] ?? 'bad_answer', `the registry answered ${status} to ${what}`);
}
