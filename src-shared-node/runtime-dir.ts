import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where programs of one user leave notes for each other; the rule of scripts/runtime-dir.mjs, which runs before an install. */
export function findRuntimeDir(env: Environment): string {
  if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, 'strongroom');
  if (process.platform === 'linux' && process.getuid?.() === 0) return '/run/strongroom';
  const { uid, username } = userInfo();
  return join(tmpdir(), `strongroom-${uid >= 0 ? uid : username}`);
}
