import { defineSessionStore } from '../../../client/session/session-scope.ts';

interface NewKey {
  name: string;
  apiKey: string;
}

/** The API key that was created last. It is only in this window's memory, and cannot be shown later. */
export const useNewKeys = defineSessionStore<{ newest: NewKey | undefined; hold(key: NewKey): void; drop(): void }>(
  (set) => ({
    newest: undefined,
    hold: (newest) => set({ newest }),
    drop: () => set({ newest: undefined }),
  }),
);
