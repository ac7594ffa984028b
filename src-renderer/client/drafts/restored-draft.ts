import { type ApiError, asApiError } from '../api-error.ts';
import { defineSessionStore, sessionSignal } from '../session/session-scope.ts';
import { loadDraft } from './drafts.ts';

interface RestoredDraft {
  ids: readonly string[];
  /** Puts the text of a draft where it belongs; throws for one that it cannot read. */
  show(id: string, text: string): void;
  /** Saves changes from now on. */
  watch(): void;
  onProblem(problem: ApiError): void;
}

/** What a screen has that one session restores once, and saves from then on. */
export interface Restoring {
  /** Whether the screen has what it had when the account was last signed in. */
  useIsRestored(): boolean;
  /** Restores at the first call; resolves when the screen has it, or there is none. */
  whenRestored(): Promise<void>;
}

/** Defines the drafts that a screen begins with. Nothing may be changed before they are there. */
export function defineRestoredDraft({ ids, show, watch, onProblem }: RestoredDraft): Restoring {
  const store = defineSessionStore<{ restored: Promise<void> | undefined; isReady: boolean }>(() => ({
    restored: undefined,
    isReady: false,
  }));

  async function restore(signal: AbortSignal | undefined): Promise<void> {
    const loaded = await Promise.allSettled(ids.map((id) => loadDraft(id)));
    // The session can have ended meanwhile, and another can have begun.
    if (signal === undefined || signal.aborted) return;
    for (const [index, result] of loaded.entries()) {
      try {
        if (result.status === 'rejected') throw result.reason;
        if (result.value !== undefined) show(ids[index] ?? '', result.value);
      } catch (error) {
        onProblem(asApiError(error));
      }
    }
    watch();
    store.setState({ isReady: true });
  }

  return {
    useIsRestored: () => store((state) => state.isReady),
    whenRestored: () => {
      const { restored } = store.getState();
      if (restored !== undefined) return restored;
      const work = restore(sessionSignal());
      store.setState({ restored: work });
      return work;
    },
  };
}
