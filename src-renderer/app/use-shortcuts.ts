import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { loadPart } from '../client/load-part.ts';
import { screens } from './screens/screens.tsx';
import { lock } from './session/lock.ts';

interface Shortcuts {
  navigate(path: string): void;
  togglePalette(): void;
  toggleOpen(): void;
  toggleContents(): void;
}

/** The code is loaded when it is first needed. */
async function cancelShownRun(): Promise<void> {
  const { cancelShownRun: cancel } = await loadPart(() => import('./cancel-shown-run.ts'));
  cancel();
}

/** Registers the shortcuts that work with any focus. */
export function useShortcuts({ navigate, togglePalette, toggleOpen, toggleContents }: Shortcuts): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: all are the same throughout
  useEffect(() => {
    const taking = (act: () => void) => (event: KeyboardEvent) => {
      event.preventDefault();
      act();
    };
    const toScreens = screens.map(
      ({ path }, index) => [`Alt+Shift+Digit${index + 1}`, taking(() => navigate(path))] as const,
    );
    const keys = {
      '$mod+KeyK': taking(togglePalette),
      // The screen saves. The browser's own dialog never opens, not even where nothing can be saved.
      '$mod+KeyS': taking(() => undefined),
      '$mod+KeyP': taking(toggleOpen),
      '$mod+Shift+KeyF': taking(toggleContents),
      '$mod+KeyI': taking(() => navigate('/generate')),
      '$mod+Period': taking(() => void cancelShownRun()),
      '$mod+KeyL': taking(() => void lock('You locked this window.')),
      ...Object.fromEntries(toScreens),
    };
    // They also work in text fields, because these keys type no text.
    return tinykeys(window, keys, { capture: true, ignore: () => false });
  }, []);
}
