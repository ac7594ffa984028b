import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where `npm run engine` leaves its note; the rule of scripts/engine/runtime-dir.mjs, which runs before an install. */
export function findRuntimeDir(env: Environment): string {
  if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, 'strongroom');
  if (process.platform === 'linux' && process.getuid?.() === 0) return '/run/strongroom';
  return join(tmpdir(), `strongroom-${process.getuid?.() ?? userInfo().username}`);
}
