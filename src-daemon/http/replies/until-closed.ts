import type { Response } from 'express';

/** Resolves with the value of a promise, or with undefined if the response is closed first. */
export type UntilClosed = <T>(promise: Promise<T>) => Promise<T | undefined>;

/**
 * Returns a wait that the close of a response ends. `Promise.race` with one promise for the close would retain the value of
 * every race until then: the whole of a file, or all events of a stream that lasts for days.
 */
export function createUntilClosed(response: Response): UntilClosed {
  let wake: (() => void) | undefined;
  response.once('close', () => wake?.());
  return (promise) =>
    new Promise((resolve, reject) => {
      wake = () => resolve(undefined);
      promise.then(resolve, reject);
      if (response.destroyed) wake();
    });
}
