import { canElect } from './tab-channel.ts';

const lockName = 'strongroom.session-events';

/**
 * Runs `work` while this tab is the leader. One tab of a browser leads at any time (Web Locks API); when it closes, the
 * browser gives the lock to another tab. Without Web Locks, every tab leads itself.
 */
export async function leadTabs(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!canElect()) return work();
  try {
    await navigator.locks.request(lockName, { signal }, work);
  } catch (error) {
    if (signal.aborted) return;
    // A browser can refuse the lock, for example to a page without storage. Then each tab leads itself.
    if (error instanceof DOMException) return work();
    throw error;
  }
}
