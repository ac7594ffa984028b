import type { LiveSandbox } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';

/** Checks the folder of a program. @throws FileError, AppError `path_is_link`, `wrong_file_type` */
export async function requireFolder(live: LiveSandbox, cwd: string): Promise<void> {
  if (cwd === '') return;
  const { type } = await live.stat(cwd);
  if (type === 'folder') return;
  throw type === 'link'
    ? new AppError('path_is_link', 'The folder in `cwd` is a symbolic link, and links are never followed.')
    : new AppError('wrong_file_type', 'The path in `cwd` is not a folder.');
}
