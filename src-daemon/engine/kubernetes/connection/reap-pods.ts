import { setTimeout as sleep } from 'node:timers/promises';
import { podKeys, sandboxRole } from '../../../../src-shared-node/kubernetes/pod-keys.ts';
import { ApiError } from '../link/api-error.ts';
import type { Pods } from '../link/pods.ts';

const clearLimitMs = 8000;
const pauseMs = 200;

/** Returns the selector of all pods of an instance. */
export function selectorOf(instanceId: string): string {
  return `${podKeys.role}=${sandboxRole},${podKeys.instance}=${instanceId}`;
}

/**
 * Deletes all pods of an instance, which an earlier daemon has left. Returns their number. Their processes may still run.
 * @throws ApiError, ClusterConfigError
 */
export async function reapPods(pods: Pods, instanceId: string): Promise<number> {
  const { pods: found } = await pods.list(selectorOf(instanceId));
  const left = found.filter(({ isEnding }) => !isEnding);
  await Promise.all(left.map((pod) => pods.delete(pod, { graceSeconds: 1 }).catch(ignoreMissing)));
  return found.length;
}

/** Deletes all pods of an instance, and waits until none exists, for at most 8 s. @throws ApiError, ClusterConfigError */
export async function clearPods(pods: Pods, instanceId: string): Promise<void> {
  const until = performance.now() + clearLimitMs;
  while ((await reapPods(pods, instanceId)) > 0 && performance.now() < until) await sleep(pauseMs);
}

function ignoreMissing(error: unknown): void {
  const isRemoved = error instanceof ApiError && (error.kind === 'not_found' || error.kind === 'conflict');
  if (!isRemoved) throw error;
}
