import { exitCodes } from '../../exit-codes.ts';

const exitCodesOfSignals = {
  SIGINT: exitCodes.cancelled,
  SIGTERM: 143,
  SIGHUP: 129,
  SIGPIPE: exitCodes.brokenPipe,
} as const;

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

  const handlers = Object.entries(exitCodesOfSignals).map(([signal, exitCode]) => {
    const handler = () => {
      if (asked !== undefined && signal !== 'SIGPIPE') process.exit(exitCode);
      asked = exitCode;
      cancel();
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return {
    workIs(id: string): void {
      workId = id;
      cancel();
    },
    /** Undefined if no signal was received. */
    exitCode: () => asked,
    stop(): void {
      for (const off of handlers) off();
    },
  };
}
