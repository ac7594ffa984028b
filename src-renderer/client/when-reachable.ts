import { asApiError } from './api-error.ts';
import { isUnreachable } from './follow-stream.ts';

const retryEveryMs = 2000;

/** Repeats a call until the daemon answers, or the signal aborts. @throws ApiError for any other error */
export async function whenReachable<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !isUnreachable(error)) throw asApiError(error);
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
    }
  }
}
