import { canElect } from './tab-channel.ts';

const lockName = 'strongroom.session-events';

/**
 * Runs `work` while this tab leads: one tab of a browser does at any time (Web Locks API), and when it leaves, the
 * browser gives the lock to another one. Every tab leads itself where there is no such lock.
 */
export async function leadTabs(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!canElect()) return work();
  try {
    await navigator.locks.request(lockName, { signal }, work);
  } catch (error) {
    if (signal.aborted) return;
    // A browser that refuses the lock, as for a page without storage, leaves each tab to itself.
    if (error instanceof DOMException) return work();
    throw error;
  }
}
