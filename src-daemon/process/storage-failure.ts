const causes: Readonly<Record<string, string>> = {
  EROFS: 'the disk or folder is read-only. Make it writable',
  EACCES: 'this user may not write there. Give the folder back to this user',
  EPERM: 'this user may not write there. Give the folder back to this user',
  ENOSPC: 'the disk is full. Free some space',
  EDQUOT: "this user's quota of the disk is used up. Free some space",
  EIO: 'the disk answers with errors. Check it',
};

/**
 * Returns the cause of a failed file operation and what to do next, without a full stop; undefined if neither the disk
 * nor its permissions explain the error.
 */
export function describeStorageFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const cause = causes[error.code];
  if (cause === undefined) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the data folder';
  return `Cannot write to ${path}: ${cause}`;
}

/** Returns the message of a storage failure at the start, when another folder can be chosen. */
export function explainStorageFailure(error: unknown): string | undefined {
  const message = describeStorageFailure(error);
  return message && `${message} and start again, or choose another folder with --data-dir. No data was changed.`;
}
