import { exitCodesOfSignals, onSignals } from '../../signals/on-signals.ts';

/** Interrupts the cell in progress when this process receives a signal, so that its sandbox is deleted before it exits. */
export function endOnSignal(interrupt: () => Promise<void>) {
  const abortion = new AbortController();
  let asked: number | undefined;
  const stop = onSignals((signal) => {
    const exitCode = exitCodesOfSignals[signal];
    if (asked !== undefined && signal !== 'SIGPIPE') process.exit(exitCode);
    if (asked === undefined) void interrupt();
    asked ??= exitCode;
    abortion.abort();
  });
  return {
    signal: abortion.signal,
    /** Undefined if no signal was received. */
    exitCode: () => asked,
    stop,
  };
}
