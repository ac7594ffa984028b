import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { call } from './call.ts';
import { whenReachable } from './when-reachable.ts';

const attempts = 3;

/**
 * Loads a module that the first screen does not need. Each attempt waits for the daemon first, because Chromium
 * 130 fails every later import of a module that it could not load once. After a failure it replaces the files
 * in the browser's cache, because another program may have responded, and tries again.
 * @throws TypeError when the module cannot be loaded from a daemon that answers
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt++) {
    await whenReachable(() => call(readHealth, {})).catch(() => {});
    try {
      return await load();
    } catch (error) {
      if (attempt === attempts) throw error;
      await fetchFilesAgain();
    }
  }
}

/** public/prelude.js; absent where vite serves the page (`npm run dev`). */
async function fetchFilesAgain(): Promise<void> {
  const { strongroomFetchAgain } = globalThis as { strongroomFetchAgain?: () => Promise<void> };
  await strongroomFetchAgain?.();
}
