import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { within } from '../../../../src-shared-node/within.ts';
import { removeBridges } from '../network/bridge.ts';
import { reapContainers } from '../sandbox/reap.ts';
import type { RemoverOrder } from './remover-order.ts';

export interface RemovalTimes {
  pauseMs: number;
  /** Ends after this long without a container: an engine may finish creating one after its client has exited. */
  quietMs: number;
  /** Time limit if containers keep appearing. */
  limitMs: number;
  /** Time limit of one call. */
  callLimitMs: number;
}

const defaultTimes: RemovalTimes = { pauseMs: 250, quietMs: 6000, limitMs: 30_000, callLimitMs: 5000 };

/**
 * Removes the containers, then the bridges, of one daemon process that has exited. Repeats until it has found nothing
 * for 6 s, also if the engine does not answer. Resources of a later daemon of the same instance have another process
 * label, so they are not removed.
 */
export async function removeLeft(
  docker: Docker,
  { instanceId, processId }: Omit<RemoverOrder, 'host'>,
  { pauseMs, quietMs, limitMs, callLimitMs }: RemovalTimes = defaultTimes,
): Promise<void> {
  const owner = { instanceId, processId };
  const startedAt = performance.now();
  let seenAt = startedAt;
  for (let now = startedAt; now - seenAt < quietMs && now - startedAt < limitMs; now = performance.now()) {
    const found = await within(callLimitMs, reapContainers(docker, owner)).catch(() => 0);
    if (found > 0) seenAt = performance.now();
    else await within(callLimitMs, removeBridges(docker, owner)).catch(() => undefined);
    await sleep(pauseMs);
  }
}
