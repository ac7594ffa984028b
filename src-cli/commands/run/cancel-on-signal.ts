import { exitCodes } from '../../exit-codes.ts';

const exitCodesOfSignals = {
  SIGINT: exitCodes.cancelled,
  SIGTERM: 143,
  SIGHUP: 129,
  SIGPIPE: exitCodes.brokenPipe,
} as const;

/**
 * Ends work in the daemon when this process is told to end; the command goes on until that has come back. A second signal
 * does not wait.
 */
export function cancelOnSignal(cancelWork: (id: string) => Promise<unknown>) {
  let workId: string | undefined;
  let asked: number | undefined;

  function cancel(): void {
    if (workId === undefined || asked === undefined) return;
    // That it has ended meanwhile is as good.
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
    /** Undefined when no signal came. */
    exitCode: () => asked,
    stop(): void {
      for (const off of handlers) off();
    },
  };
}
