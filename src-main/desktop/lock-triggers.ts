import type { PowerMonitor } from 'electron';

const checkEveryMs = 15_000;

interface LockTriggersDeps {
  powerMonitor: PowerMonitor;
  /** Undefined while no user is signed in. */
  autoLockMinutes: () => number | undefined;
  lock: (reason: string) => void;
}

/**
 * Locks when the computer's screen locks, when the computer is suspended, and when it has been idle for the time in the
 * settings. The interface also locks when its window has been idle for that time.
 */
export function watchForLock({ powerMonitor, autoLockMinutes, lock }: LockTriggersDeps): { stop(): void } {
  powerMonitor.on('suspend', () => lock('Locked because this computer went to sleep.'));
  // Some machines emit no suspend event, but a resume event.
  powerMonitor.on('resume', () => lock('Locked because this computer was asleep.'));
  powerMonitor.on('lock-screen', () => lock('Locked with the screen of this computer.'));
  const timer = setInterval(() => {
    const minutes = autoLockMinutes();
    if (minutes === undefined || powerMonitor.getSystemIdleTime() < minutes * 60) return;
    lock(`Locked after ${minutes === 1 ? 'a minute' : `${minutes} minutes`} without use.`);
  }, checkEveryMs);
  return { stop: () => clearInterval(timer) };
}
