import { exitCodes } from '../../exit-codes.ts';

const exitCodesOfSignals = {
  SIGINT: exitCodes.cancelled,
  SIGTERM: 143,
  SIGHUP: 129,
  SIGPIPE: exitCodes.brokenPipe,
} as const;

/** Interrupts the cell in progress when this process receives a signal, so that its sandbox is deleted before it exits. */
export function endOnSignal(interrupt: () => Promise<void>) {
  const abortion = new AbortController();
  let asked: number | undefined;
  const handlers = Object.entries(exitCodesOfSignals).map(([signal, exitCode]) => {
    const handler = () => {
      if (asked !== undefined && signal !== 'SIGPIPE') process.exit(exitCode);
      if (asked === undefined) void interrupt();
      asked ??= exitCode;
      abortion.abort();
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return {
    signal: abortion.signal,
    /** Undefined if no signal was received. */
    exitCode: () => asked,
    stop(): void {
      for (const off of handlers) off();
    },
  };
}
