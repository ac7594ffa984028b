import { ApiError } from '../link/api-error.ts';
import { pause } from '../link/pause.ts';
import type { Pod } from '../link/pod.ts';
import type { PodContext } from './pod-context.ts';
import type { PodReport } from './pod-reports.ts';

const tries = 4;
const firstPauseMs = 500;
/** Time for the report that the pod no longer exists. */
const removalLimitMs = 10_000;
/** Time for the report that the container has exited, because its stream was closed. */
const exitLimitMs = 3000;

/**
 * Deletes a pod whose stream is closed. The object of a pod without processes is removed at once: a kubelet can take a
 * minute to clean up, in which the pod would count in a quota. Resolves when it no longer exists, or the server does not answer: its closed stream and its lifetime end
 * it then, and the next start of the instance deletes it. Never rejects.
 */
export async function deletePod({ connection, log }: PodContext, pod: Pod, report: PodReport): Promise<void> {
  const { pods, lost } = connection;
  await waitFor(report, exitLimitMs, { lost, isReached: () => report.end !== undefined });
  // With 0, the pod disappears from the list before its processes end.
  const graceSeconds = report.end === undefined ? 1 : 0;
  for (let count = 1; ; count++) {
    try {
      await pods.delete(pod, { graceSeconds });
      break;
    } catch (error) {
      if (error instanceof ApiError && (error.kind === 'not_found' || error.kind === 'conflict')) return;
      if (count === tries) {
        log.error({ err: error, pod: pod.name }, 'a pod could not be deleted');
        return;
      }
      await pause(firstPauseMs * 2 ** (count - 1));
    }
  }
  await waitFor(report, removalLimitMs, { lost, isReached: () => report.isRemoved });
}

interface Awaited {
  lost: AbortSignal;
  isReached(): boolean;
}

async function waitFor(report: PodReport, limitMs: number, { lost, isReached }: Awaited): Promise<void> {
  const until = performance.now() + limitMs;
  while (!isReached() && !lost.aborted && performance.now() < until) await report.next(until - performance.now(), lost);
}
