import { create } from 'zustand';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'strongroom.theme';
const darkMedia = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, which is stored in the browser; public/prelude.js reads it first. */
export const useTheme = create<{ choice: ThemeChoice; choose(choice: ThemeChoice): void }>((set) => ({
  choice: readChoice(),
  choose(choice) {
    storeChoice(choice);
    set({ choice });
    applyTheme(choice);
  },
}));

// The prelude does it for a choice that is stored; without storage this is the only one that knows the choice.
darkMedia.addEventListener('change', () => applyTheme(useTheme.getState().choice));

function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && darkMedia.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function storeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // The choice then applies only to this window.
  }
}
