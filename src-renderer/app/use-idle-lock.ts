import { useEffect } from 'react';
import { lock } from './lock.ts';

const checkEveryMs = 1000;
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

/**
 * Locks when nobody has touched the window for `minutes`. By the wall clock: a machine that slept longer than that
 * wakes to a locked window.
 */
export function useIdleLock(minutes: number): void {
  useEffect(() => {
    let lastTouchedAt = Date.now();
    const isOver = () => Date.now() - lastTouchedAt >= minutes * 60_000;
    const check = () => {
      if (isOver()) void lock(`Locked after ${minutes === 1 ? 'a minute' : `${minutes} minutes`} without use.`);
    };
    const touch = () => {
      // The key that wakes a machine must not count as life before the sleep is noticed.
      check();
      if (!isOver()) lastTouchedAt = Date.now();
    };
    const timer = setInterval(check, checkEveryMs);
    for (const sign of signsOfLife) window.addEventListener(sign, touch, { passive: true, capture: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const sign of signsOfLife) window.removeEventListener(sign, touch, { capture: true });
      document.removeEventListener('visibilitychange', check);
    };
  }, [minutes]);
}
