import type { Fetch } from './fetch.ts';
import { StrongroomError } from './strongroom-error.ts';

/** Replaces `own-daemon.ts` in bundles for browsers, which have no files and no sockets. */
export function fetchOwnDaemon(_dataDir?: string): Fetch {
  return async () => {
    throw new StrongroomError('invalid_argument', 'A browser has no socket of the daemon. Set url.');
  };
}
