import { useSyncExternalStore } from 'react';

/** How the parts of a screen stand: all side by side, without room for every column, or one at a time. */
export type Arrangement = 'wide' | 'compact' | 'stacked';

/** Whether a media query holds; follows the window. */
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

/** The arrangement for the window's width in CSS pixels; a zoom of 200 % halves them. */
export function useArrangement(): Arrangement {
  const isWide = useMedia('(min-width: 1100px)');
  const isCompact = useMedia('(min-width: 800px)');
  if (isWide) return 'wide';
  return isCompact ? 'compact' : 'stacked';
}
