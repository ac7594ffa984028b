export type OfflineErrorCode =
  | 'not_a_backup'
  | 'wrong_passphrase'
  | 'damaged'
  /** The backup does not exist, is a folder, or cannot be read by this user. */
  | 'unreadable'
  /** The backup cannot be written where it was requested. */
  | 'storage'
  | 'no_data'
  | 'data_exists'
  | 'file_exists'
  | 'same_kind';

/** The work on a data folder failed. The message says why and what to do next; it contains no key. */
export class OfflineError extends Error {
  readonly code: OfflineErrorCode;

  constructor(code: OfflineErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'OfflineError';
    this.code = code;
  }
}
