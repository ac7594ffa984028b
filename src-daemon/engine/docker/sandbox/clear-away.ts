import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../../src-shared-node/within.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { removeBridges } from '../network/bridge.ts';
import { reapContainers } from './reap.ts';

export interface Remains {
  /**
   * Returns the last connection; undefined where there was none. An engine that was too busy to be called alive may well
   * remove what is left.
   */
  findLink: () => EngineLink | undefined;
  instanceId: string;
  /**
   * What is being made or removed; each takes itself out when it is done. A connection that is being closed is one of
   * them, because it creates containers of its own until then.
   */
  disposals: Pick<Disposals, 'isEmpty'>;
}

const limitMs = 6000;
const pauseMs = 50;

/**
 * Removes the passing containers of an instance until the engine lists none and nothing is being made or removed, then
 * its bridges. One request is not enough: an engine under load may still be creating a container, or answers 409 for
 * one whose removal then fails.
 * @throws TimeLimitError when something is left after 6 s; what the engine says
 */
export async function clearAway(remains: Remains): Promise<void> {
  const isOver = new AbortController();
  await within(limitMs, clear(remains, isOver.signal)).finally(() => isOver.abort());
}

async function clear({ findLink, instanceId, disposals }: Remains, isOver: AbortSignal): Promise<void> {
  for (let isClear = false; !isClear && !isOver.aborted; ) {
    // A run that was just cancelled adds its disposal a tick later.
    await sleep(pauseMs);
    // Before the engine is asked: its list does not have what is created after it.
    const isQuiet = disposals.isEmpty;
    const docker = findLink()?.docker;
    const found = docker === undefined ? 0 : await reapContainers(docker, { instanceId });
    isClear = isQuiet && found === 0;
  }
  const docker = findLink()?.docker;
  if (docker !== undefined && !isOver.aborted) await removeBridges(docker, { instanceId });
}
