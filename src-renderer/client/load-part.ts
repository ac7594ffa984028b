import { readHealth } from '../../src-shared/service.contract.ts';
import { call } from './call.ts';
import { whenReachable } from './when-reachable.ts';

const attempts = 3;

/**
 * Loads a module of the interface that the first screen does not need. While the daemon is away it waits for it, and
 * tries again then.
 * @throws TypeError when the module cannot be loaded from a daemon that answers
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (attempt === attempts) throw error;
      await whenReachable(() => call(readHealth, {}));
    }
  }
}
