import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder of files that one user's programs share while the machine runs, such as the `engine.json` of
 * `npm run engine`: `$XDG_RUNTIME_DIR/strongroom`, `/run/strongroom` for root on Linux, or `strongroom-UID` among the
 * temporary files.
 */
export function findRuntimeDir(env: Environment): string {
  if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, 'strongroom');
  if (process.platform === 'linux' && process.getuid?.() === 0) return '/run/strongroom';
  return join(tmpdir(), `strongroom-${process.getuid?.() ?? userInfo().username}`);
}
