import { type ApiError, asApiError } from '../api-error.ts';
import { defineSessionStore, sessionSignal } from '../session/session-scope.ts';
import { loadDraft } from './drafts.ts';

interface RestoredDraft {
  ids: readonly string[];
  /** Shows the text of a draft on its screen; throws if it cannot read the text. */
  show(id: string, text: string): void;
  /** Saves changes from now on. */
  watch(): void;
  onProblem(problem: ApiError): void;
}

/** Drafts of a screen that a session restores once and then saves. */
export interface Restoring {
  /** Returns true when the drafts of the last session are on the screen. */
  useIsRestored(): boolean;
  /** Restores the drafts at the first call; resolves when they are on the screen or none exist. */
  whenRestored(): Promise<void>;
}

/** Defines the drafts that a screen starts with. Nothing may be changed before they are restored. */
export function defineRestoredDraft({ ids, show, watch, onProblem }: RestoredDraft): Restoring {
  const store = defineSessionStore<{ restored: Promise<void> | undefined; isReady: boolean }>(() => ({
    restored: undefined,
    isReady: false,
  }));

  async function restore(signal: AbortSignal | undefined): Promise<void> {
    const loaded = await Promise.allSettled(ids.map((id) => loadDraft(id)));
    // The session can have ended during the load, and another one can have started.
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
