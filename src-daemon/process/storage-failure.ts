const causes: Readonly<Record<string, string>> = {
  EROFS: 'the disk or folder is read-only. Make it writable',
  EACCES: 'this user may not write there. Give the folder back to this user',
  EPERM: 'this user may not write there. Give the folder back to this user',
  ENOSPC: 'the disk is full. Free some space',
  EDQUOT: "this user's quota of the disk is used up. Free some space",
  EIO: 'the disk answers with errors. Check it',
};

/**
 * What a failed file operation means and what helps, in message for people, without a full stop; undefined where the error
 * is none that the disk or its permissions explain.
 */
export function describeStorageFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const cause = causes[error.code];
  if (cause === undefined) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the data folder';
  return `Cannot write to ${path}: ${cause}`;
}

/** The same at the start of the daemon, where another folder is a way out. */
export function explainStorageFailure(error: unknown): string | undefined {
  const message = describeStorageFailure(error);
  return message && `${message} and start again, or name another folder with --data-dir. No data was changed.`;
}
