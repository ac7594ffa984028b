import { AppError } from '../errors/app-error.ts';

export function egressUnavailable(reason: string, cause?: unknown): AppError {
  const message = `The network of this run could not be opened by rule. ${reason} Try again, or run it without the network.`;
  return new AppError('egress_unavailable', message, { cause });
}

/** The relay in the sandbox could not start. @param error name of an errno */
export function relayFailed(error: string): AppError {
  return egressUnavailable(`The sandbox could not open its name server and ports (${error.slice(0, 20)}).`);
}
