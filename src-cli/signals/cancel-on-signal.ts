import { exitCodes } from '../exit-codes.ts';
import { exitCodesOfSignals, onSignals } from './on-signals.ts';

/**
 * Cancels work in the daemon when this process receives a signal, and waits until the work has ended. A second signal
 * does not wait.
 * @param abort cancels the work as well
 */
export function cancelOnSignal(cancelWork: (id: string) => Promise<unknown>, abort?: AbortSignal) {
  let workId: string | undefined;
  let asked: number | undefined;

  function exitCode(): number | undefined {
    return asked ?? (abort?.aborted ? exitCodes.cancelled : undefined);
  }

  function cancel(): void {
    if (workId === undefined || exitCode() === undefined) return;
    // The work may have ended before the request arrived, which is fine.
    cancelWork(workId).catch(() => undefined);
  }

  const stop = onSignals((signal) => {
    const code = exitCodesOfSignals[signal];
    if (asked !== undefined && signal !== 'SIGPIPE') process.exit(code);
    asked = code;
    cancel();
  });
  abort?.addEventListener('abort', cancel);
  return {
    workIs(id: string): void {
      workId = id;
      cancel();
    },
    /** Undefined if no signal was received. */
    exitCode,
    stop(): void {
      stop();
      abort?.removeEventListener('abort', cancel);
    },
  };
}
