import { exitCodes } from '../exit-codes.ts';

/** The exit code of a command that one of these signals ends. */
export const exitCodesOfSignals = {
  SIGINT: exitCodes.cancelled,
  SIGTERM: 143,
  SIGHUP: 129,
  SIGPIPE: exitCodes.brokenPipe,
} as const;
export type EndSignal = keyof typeof exitCodesOfSignals;

/** Handles the signals that would end this process. Returns a function that removes the handlers. */
export function onSignals(handle: (signal: EndSignal) => void): () => void {
  const removals = (Object.keys(exitCodesOfSignals) as EndSignal[]).map((signal) => {
    const handler = () => handle(signal);
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const remove of removals) remove();
  };
}
