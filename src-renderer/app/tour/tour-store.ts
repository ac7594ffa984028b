import { defineSessionStore } from '../../client/session/session-scope.ts';

/** Set in this browser when the tour was finished or skipped. */
const seenKey = 'strongroom.tour';

interface TourState {
  /** Index of the step that is shown; undefined while the tour is not shown. */
  step: number | undefined;
  start(): void;
  move(step: number): void;
  end(): void;
}

/** The tour of the interface in this session. */
export const useTour = defineSessionStore<TourState>((set) => ({
  step: undefined,
  start: () => set({ step: 0 }),
  move: (step) => set({ step }),
  end: () => {
    localStorage.setItem(seenKey, 'seen');
    set({ step: undefined });
  },
}));

/** Starts the tour for an account that was just created, unless this browser has shown it before. */
export function offerTour(): void {
  if (localStorage.getItem(seenKey) === null) useTour.getState().start();
}
