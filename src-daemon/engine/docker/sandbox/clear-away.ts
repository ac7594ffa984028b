import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../../src-shared-node/within.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { removeBridges } from '../network/bridge.ts';
import { reapContainers } from './reap.ts';

export interface Remains {
  /**
   * Returns the last connection, or undefined if there was none. It may be lost: an engine that was too busy to answer in
   * time may still remove what is left.
   */
  findLink: () => EngineLink | undefined;
  instanceId: string;
  /**
   * The creations and removals in progress, including the closing of the connection, which creates containers until it
   * is closed.
   */
  disposals: Pick<Disposals, 'isEmpty'>;
}

const limitMs = 6000;
const pauseMs = 50;

/**
 * Removes the temporary containers of an instance until the engine lists none and no creation or removal is in progress,
 * then its bridges. One request is not enough: an engine under load may still be creating a container, or answers 409
 * for one whose removal then fails.
 * @throws TimeLimitError if containers are left after 6 s; errors of the engine
 */
export async function clearAway(remains: Remains): Promise<void> {
  const isOver = new AbortController();
  await within(limitMs, clear(remains, isOver.signal)).finally(() => isOver.abort());
}

async function clear({ findLink, instanceId, disposals }: Remains, isOver: AbortSignal): Promise<void> {
  for (let isClear = false; !isClear && !isOver.aborted; ) {
    // A run that was just cancelled adds its disposal a tick later.
    await sleep(pauseMs);
    // Read before the engine lists its containers, because the list lacks those that are created after it.
    const isQuiet = disposals.isEmpty;
    const docker = findLink()?.docker;
    const found = docker === undefined ? 0 : await reapContainers(docker, { instanceId });
    isClear = isQuiet && found === 0;
  }
  const docker = findLink()?.docker;
  if (docker !== undefined && !isOver.aborted) await removeBridges(docker, { instanceId });
}
