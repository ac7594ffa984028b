import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { isPrivateFolder } from '../src-shared-node/private-file.ts';

/**
 * Lets Node store the compiled code of this command, so that its next start does not parse the sources again. Node ignores
 * entries that are damaged, or of another Node or source. Compiled code is run without a look at its source, so the folder
 * is used only if no other user can write to it. Without a cache the command works as well, only slower.
 */
export function shareCompiledCode(env: Readonly<Record<string, string | undefined>>): void {
  // Set by the user: Node has enabled its own cache, or none.
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return;
  const { cache } = envPaths('strongroom', { suffix: '' });
  if (!isAbsolute(cache)) return;
  const folder = join(cache, 'command');
  try {
    if (isPrivateFolder(folder) === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isPrivateFolder(folder)) enableCompileCache(folder);
  } catch {
    // The folder cannot be created, because the disk is read-only or full.
  }
}
