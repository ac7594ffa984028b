import { requireDaemon } from '../client/prove-daemon.ts';

/**
 * Reloads the page without the browser's cache (public/prelude.js) once the daemon answers.
 * @throws ApiError `unproven`, `unreachable`
 */
export async function loadFresh(): Promise<void> {
  await requireDaemon();
  const { strongroomLoadFresh } = globalThis as { strongroomLoadFresh?: () => Promise<void> };
  await strongroomLoadFresh?.();
}
