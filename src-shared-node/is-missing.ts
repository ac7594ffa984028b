/** Returns true for the error of a file or a folder that does not exist (ENOENT). */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
