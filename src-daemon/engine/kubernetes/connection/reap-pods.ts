import { setTimeout as sleep } from 'node:timers/promises';
import { podKeys, sandboxRole } from '../../../../src-shared-node/kubernetes/pod-keys.ts';
import { ApiError } from '../link/api-error.ts';
import type { Pod } from '../link/pod.ts';
import type { Pods } from '../link/pods.ts';
import { endOf } from '../pods/pod-reports.ts';

const clearLimitMs = 2500;
const killLimitMs = 2000;
const pauseMs = 200;

/** Returns the selector of all pods of an instance. */
export function selectorOf(instanceId: string): string {
  return `${podKeys.role}=${sandboxRole},${podKeys.instance}=${instanceId}`;
}

/**
 * Deletes all pods of an instance, which an earlier daemon has left. Returns their number. Their processes may still run.
 * @param isForced true if their processes were killed: their objects, which a kubelet can keep for a minute, are removed
 * @throws ApiError, ClusterConfigError
 */
export async function reapPods(pods: Pods, instanceId: string, isForced = false): Promise<number> {
  const { pods: found } = await pods.list(selectorOf(instanceId));
  const removals = found.map(async (pod) => {
    if (isForced || endOf(pod) !== undefined) await remove(pods, pod, 0);
    else if (!pod.isEnding) await remove(pods, pod, 1);
  });
  await Promise.all(removals);
  return found.length;
}

/**
 * Deletes all pods of an instance, and waits until none exists, for at most 2.5 s. After 2 s their processes were killed.
 * @throws ApiError, ClusterConfigError
 */
export async function clearPods(pods: Pods, instanceId: string): Promise<void> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  while ((await reapPods(pods, instanceId, elapsedMs() > killLimitMs)) > 0 && elapsedMs() < clearLimitMs)
    await sleep(pauseMs);
}

async function remove(pods: Pods, pod: Pod, graceSeconds: number): Promise<void> {
  await pods.delete(pod, { graceSeconds }).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  const isRemoved = error instanceof ApiError && (error.kind === 'not_found' || error.kind === 'conflict');
  if (!isRemoved) throw error;
}
