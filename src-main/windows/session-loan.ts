import type { LentSession } from '../../src-shared/shell-api.ts';

const limitMs = 3000;

/** Passes the session of the main window to the quick run window, without keeping it. `ask` asks the main window's page. */
export function createSessionLoan(ask: () => boolean) {
  let waiting: readonly ((session: LentSession) => void)[] = [];

  function answer(session: LentSession): void {
    const asked = waiting;
    waiting = [];
    for (const resolve of asked) resolve(session);
  }

  return {
    /** Resolves with null if no user is signed in, or if the page does not answer. */
    borrow: (): Promise<LentSession> =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        setTimeout(resolve, limitMs, null);
        if (!ask()) answer(null);
      }),
    answer,
  };
}
