import { useEffect, useRef, useState } from 'react';
import { lock } from './lock.ts';

const checkEveryMs = 1000;
const warnBeforeMs = 60_000;
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

export interface IdleLock {
  /** Whole seconds until the lock, within its last minute; undefined before. */
  secondsLeft: number | undefined;
  /** Counts as use of the window. */
  stay(): void;
}

/**
 * Locks after `minutes` without use of the window. `secondsLeft` is set during the last minute, or the last half of a
 * shorter time. The wall clock is used, so the window is locked when a machine wakes from a longer sleep.
 */
export function useIdleLock(minutes: number): IdleLock {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const stay = useRef(() => {});
  useEffect(() => {
    const limitMs = minutes * 60_000;
    let lastTouchedAt = Date.now();
    const leftMs = () => lastTouchedAt + limitMs - Date.now();
    const check = () => {
      const left = leftMs();
      if (left <= 0) void lock(`Locked after ${minutes === 1 ? 'a minute' : `${minutes} minutes`} without use.`);
      setSecondsLeft(left <= Math.min(warnBeforeMs, limitMs / 2) ? Math.max(0, Math.ceil(left / 1000)) : undefined);
    };
    const touch = () => {
      // The key press that wakes a machine must not count as use before the sleep is detected.
      if (leftMs() > 0) lastTouchedAt = Date.now();
      check();
    };
    stay.current = touch;
    const timer = setInterval(check, checkEveryMs);
    for (const sign of signsOfLife) window.addEventListener(sign, touch, { passive: true, capture: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const sign of signsOfLife) window.removeEventListener(sign, touch, { capture: true });
      document.removeEventListener('visibilitychange', check);
    };
  }, [minutes]);
  return { secondsLeft, stay: () => stay.current() };
}
