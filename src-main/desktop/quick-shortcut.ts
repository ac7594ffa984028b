import type { GlobalShortcut } from 'electron';
import type { QuickShortcut } from '../../src-shared/shell-api.ts';

/** Registers the keys that open the quick run window from every program. */
export function createQuickShortcut(shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>, open: () => void) {
  let current: QuickShortcut = 'off';
  let problem: string | undefined;

  return {
    /** Replaces the keys. Other keys than before are also tried again after a failure. */
    use: (next: QuickShortcut): void => {
      if (current !== 'off' && problem === undefined) shortcuts.unregister(current);
      current = next;
      problem = next === 'off' || shortcuts.register(next, open) ? undefined : taken;
    },
    problem: (): string | undefined => problem,
  };
}

const taken = 'The system refused this shortcut: another program may use it. Choose another one.';
