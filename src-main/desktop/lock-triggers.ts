import type { PowerMonitor } from 'electron';

const checkEveryMs = 15_000;

interface LockTriggersDeps {
  powerMonitor: PowerMonitor;
  /** Undefined while nobody is signed in. */
  autoLockMinutes: () => number | undefined;
  lock: (reason: string) => void;
}

/**
 * Locks when the computer's own screen locks, when it goes to sleep, and when nobody has touched it for the time of the
 * settings. The interface counts besides what is done in its window; whichever comes first locks.
 */
export function watchForLock({ powerMonitor, autoLockMinutes, lock }: LockTriggersDeps): { stop(): void } {
  powerMonitor.on('suspend', () => lock('Locked because this computer went to sleep.'));
  // A machine that did not say that it would sleep says that it woke.
  powerMonitor.on('resume', () => lock('Locked because this computer was asleep.'));
  powerMonitor.on('lock-screen', () => lock('Locked with the screen of this computer.'));
  const timer = setInterval(() => {
    const minutes = autoLockMinutes();
    if (minutes === undefined || powerMonitor.getSystemIdleTime() < minutes * 60) return;
    lock(`Locked after ${minutes === 1 ? 'a minute' : `${minutes} minutes`} without use.`);
  }, checkEveryMs);
  return { stop: () => clearInterval(timer) };
}
