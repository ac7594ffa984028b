import type { ErrorCode } from '../../../src-shared/error-catalog.ts';
import { FileError } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';
import type { EnteredSandbox } from '../sandbox-access.ts';

const noSpace = [
  'sandbox_disk_full',
  'The working directory of the sandbox is full. Delete files in it, or create a sandbox with a larger disk.',
] as const;
const noPermission = [
  'file_not_accessible',
  'The permissions of the file or of its folder do not allow this. Change them with `chmod` in a process of the sandbox.',
] as const;

/** Errors of the API by the errno of the refused operation. */
const byErrno: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ['file_not_found', 'The sandbox has nothing at this path. List its folder.'],
  ELOOP: [
    'path_is_link',
    'A part of the path is a symbolic link, and links are never followed. Use the path of its target.',
  ],
  ENOTDIR: ['wrong_file_type', 'A part of the path that must be a folder is not one. List the folder above it.'],
  EISDIR: ['wrong_file_type', 'The path is a folder, and this operation requires a file. Name a file in it.'],
  EINVAL: ['wrong_file_type', 'The path is neither a regular file nor a folder, so it cannot be used.'],
  ENXIO: ['wrong_file_type', 'The path is neither a regular file nor a folder, so it cannot be used.'],
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EFBIG: noSpace,
  EEXIST: ['file_exists', 'Something has this path already. Delete it, or choose another path.'],
  ENOTEMPTY: ['file_exists', 'The target is a folder that is not empty. Delete it, or choose another path.'],
  ENAMETOOLONG: ['invalid_request', 'The path, or a name in it, is too long. A name has at most 255 bytes.'],
  EACCES: noPermission,
  EPERM: noPermission,
};

/** Converts an error of an operation on files to one of the API. An unknown errno stays as it is and becomes `internal`. */
export function asFileError(error: unknown, entered: Pick<EnteredSandbox, 'asApiError'>): unknown {
  if (!(error instanceof FileError)) return error instanceof AppError ? error : entered.asApiError(error);
  return fileFault(error);
}

/** Converts a refused operation on files to an error of the API. An unknown errno stays as it is. */
export function fileFault(error: FileError): AppError | FileError {
  const known = byErrno[error.errno];
  return known === undefined ? error : new AppError(...known, { cause: error });
}
