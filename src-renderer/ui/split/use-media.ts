import { useSyncExternalStore } from 'react';

/** Arrangement of the parts of a screen: all side by side, without the options column, or one at a time. */
export type Arrangement = 'wide' | 'compact' | 'stacked';

/** Returns true while a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Returns the arrangement for the window's width in CSS pixels; a zoom of 200 % halves the width. */
export function useArrangement(): Arrangement {
  const isWide = useMedia('(min-width: 1100px)');
  const isCompact = useMedia('(min-width: 800px)');
  if (isWide) return 'wide';
  return isCompact ? 'compact' : 'stacked';
}
