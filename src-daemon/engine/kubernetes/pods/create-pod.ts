import { ApiError } from '../link/api-error.ts';
import { pause } from '../link/pause.ts';
import type { Pod } from '../link/pod.ts';
import { capacityLimitMs, noCapacity } from './capacity.ts';
import type { PodContext } from './pod-context.ts';
import { podManifest, type SandboxPod } from './pod-manifest.ts';
import type { Place } from './room.ts';

/** A pod with a user id that no other pod of the namespace has. */
export interface NamedPod {
  pod: Pod;
  uid: number;
  /** Gives the user id back. Call it when the pod no longer exists. */
  release(): void;
}

const quotaPauseMs = 2000;

/**
 * Creates a pod under a user id of its own, which its name has: a namespace has no two pods of one name. While a quota is
 * used up, or the server asks for patience, it tries again, for at most 120 s.
 * @throws AppError `capacity_unavailable`, `engine_unavailable`; ApiError
 */
export async function createPod(
  { connection, instanceId }: PodContext,
  spec: Omit<SandboxPod, 'name' | 'uid' | 'instanceId' | 'cluster'>,
  place: Place,
): Promise<NamedPod> {
  const { users, pods, cluster, lost } = connection;
  const until = performance.now() + capacityLimitMs;
  for (;;) {
    const lease = users.lease();
    const { uid, name = `strongroom-user-${uid}` } = lease;
    try {
      const pod = await pods.create(podManifest({ ...spec, ...{ name, uid, instanceId, cluster } }), lost);
      return { pod, uid, release: lease.release };
    } catch (error) {
      const isTaken = error instanceof ApiError && error.kind === 'conflict';
      if (isTaken) lease.refuse();
      else lease.release();
      if (isQuota(error)) place.refuse();
      const pauseMs = isTaken ? 0 : pauseOf(error);
      if (pauseMs === undefined) throw error;
      if (performance.now() + pauseMs > until) throw noCapacity(error);
      await pause(pauseMs, lost);
    }
  }
}

/** Returns the time until another attempt in ms; undefined if none can succeed. */
function pauseOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (isQuota(error)) return quotaPauseMs;
  return error.kind === 'too_many' ? (error.retryAfterMs ?? quotaPauseMs) : undefined;
}

function isQuota(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'quota';
}
