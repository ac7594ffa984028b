import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { within } from '../../../../src-shared-node/within.ts';
import { removeBridges } from '../network/bridge.ts';
import { reapContainers } from '../sandbox/reap.ts';
import type { RemoverOrder } from './remover-order.ts';

export interface Patience {
  pauseMs: number;
  /** How long nothing must be seen: an engine may finish creating a container after the client has died. */
  quietMs: number;
  /** At most, where something is seen again and again. */
  limitMs: number;
  /** Of one look. */
  callLimitMs: number;
}

const usual: Patience = { pauseMs: 250, quietMs: 6000, limitMs: 30_000, callLimitMs: 5000 };

/**
 * Removes the containers, and then the bridges, that one daemon process made and no process follows any more. Looks
 * again until it has seen nothing for 6 s. Never touches what a later daemon of the same instance makes: that has
 * another process label. An engine that does not answer is asked again until then.
 */
export async function removeLeft(
  docker: Docker,
  { instanceId, processId }: Omit<RemoverOrder, 'host'>,
  { pauseMs, quietMs, limitMs, callLimitMs }: Patience = usual,
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
