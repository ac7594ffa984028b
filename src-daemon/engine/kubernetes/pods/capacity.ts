import { AppError } from '../../../errors/app-error.ts';

/** Time limit of the wait for a node, or for room in a quota. */
export const capacityLimitMs = 120_000;

/** The cluster has no room for another pod. */
export function noCapacity(cause?: unknown): AppError {
  const message =
    'The cluster has no room for another sandbox: no node is free, or a quota of the namespace is used up. Nothing was ' +
    'started. Try again later, or ask its administrator for more nodes or a higher quota.';
  return new AppError('capacity_unavailable', message, { cause, retryAfterSeconds: 30 });
}
