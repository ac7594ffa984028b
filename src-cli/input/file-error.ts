import { CliError } from '../cli-error.ts';

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'permission denied. Check who may read and write it, and the folders above it',
  EPERM: 'the system does not permit this',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for its file system',
  EEXIST: 'it exists already',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EIO: 'the device reports an error',
  EBUSY: 'it is in use',
  ENOTEMPTY: 'the folder is not empty',
};

/** Returns the error of an operation on a local file. */
export function fileError(path: string, cause: unknown): CliError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new CliError('file_error', `${path}: ${reasons[code] ?? code}.`, { cause });
}

/** Returns an error of the system for a local file as an error of the command; undefined for every other error. */
export function asFileError(thrown: unknown): CliError | undefined {
  if (!(thrown instanceof Error) || !('path' in thrown) || !('syscall' in thrown) || !('code' in thrown))
    return undefined;
  // A program that does not start, or a socket, is no file of the user.
  if (typeof thrown.path !== 'string' || /^(?:spawn|connect|listen|bind)/.test(String(thrown.syscall)))
    return undefined;
  return fileError(thrown.path, thrown);
}
