import { defineSessionStore } from '../../../client/session/session-scope.ts';

interface NewKey {
  name: string;
  apiKey: string;
}

/** The API key that was made last, since it can be shown only now; gone with the window's memory. */
export const useNewKeys = defineSessionStore<{ newest: NewKey | undefined; hold(key: NewKey): void; drop(): void }>(
  (set) => ({
    newest: undefined,
    hold: (newest) => set({ newest }),
    drop: () => set({ newest: undefined }),
  }),
);
