import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';

const exitCodesOfSignals = { SIGINT: exitCodes.cancelled, SIGTERM: 143, SIGHUP: 129 } as const;

/** Aborts work of this process when it receives a signal, so that it can remove what is incomplete. */
export function abortOnSignal() {
  const abortion = new AbortController();
  let exitCode: number | undefined;
  const handlers = Object.entries(exitCodesOfSignals).map(([signal, code]) => {
    const handler = () => {
      exitCode ??= code;
      abortion.abort();
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return {
    signal: abortion.signal,
    /** The error of the command if a signal was received. */
    error: () =>
      exitCode === undefined
        ? undefined
        : new CliError('interrupted', 'Interrupted; the copy is incomplete.', { exitCode }),
    stop(): void {
      for (const off of handlers) off();
    },
  };
}
