import { exitCodesOfSignals, onSignals } from '../on-signals.ts';

/**
 * Cancels work in the daemon when this process receives a signal, and waits until the work has ended. A second signal
 * does not wait.
 */
export function cancelOnSignal(cancelWork: (id: string) => Promise<unknown>) {
  let workId: string | undefined;
  let asked: number | undefined;

  function cancel(): void {
    if (workId === undefined || asked === undefined) return;
    // The work may have ended before the request arrived, which is fine.
    cancelWork(workId).catch(() => undefined);
  }

  const stop = onSignals((signal) => {
    const exitCode = exitCodesOfSignals[signal];
    if (asked !== undefined && signal !== 'SIGPIPE') process.exit(exitCode);
    asked = exitCode;
    cancel();
  });
  return {
    workIs(id: string): void {
      workId = id;
      cancel();
    },
    /** Undefined if no signal was received. */
    exitCode: () => asked,
    stop,
  };
}
