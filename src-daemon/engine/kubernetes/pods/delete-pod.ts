import { ApiError } from '../link/api-error.ts';
import { pause } from '../link/pause.ts';
import type { Pod } from '../link/pod.ts';
import type { PodContext } from './boot-pod.ts';
import type { PodReport } from './pod-reports.ts';

const tries = 4;
const firstPauseMs = 500;
/** Time for the report that the pod no longer exists. */
const removalLimitMs = 10_000;
/** With 0, the pod would disappear from the list before its processes end. */
const graceSeconds = 1;

/**
 * Deletes a pod. Resolves when it no longer exists, or the server does not answer: its closed stream and its lifetime end
 * it then, and the next start of the instance deletes it. Never rejects.
 */
export async function deletePod({ connection, log }: PodContext, pod: Pod, report: PodReport): Promise<void> {
  const { pods, lost } = connection;
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
  const until = performance.now() + removalLimitMs;
  while (!report.isRemoved && !lost.aborted && performance.now() < until)
    await report.next(until - performance.now(), lost);
}
