import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { removeBridges } from './network/bridge.ts';
import { reapContainers } from './reap.ts';
import { within } from './within.ts';

export interface Remains {
  /**
   * The engine to ask; undefined where none was ever there. One that was too busy to be called alive may well remove
   * what is left.
   */
  docker: Docker | undefined;
  instanceId: string;
  /** What is being made or removed; each takes itself out when it is done. */
  disposals: ReadonlySet<Promise<void>>;
}

const limitMs = 6000;
const pauseMs = 50;

/**
 * Removes the passing containers of an instance until the engine lists none and nothing is being made or removed, then
 * its bridges. Asked once, an engine under load may be just making one, or refuse to remove what is going by itself and
 * then stays.
 * @throws EngineTimeout when something is left after 6 s; what the engine says
 */
export async function clearAway(remains: Remains): Promise<void> {
  const isOver = new AbortController();
  await within(limitMs, clear(remains, isOver.signal)).finally(() => isOver.abort());
}

async function clear({ docker, instanceId, disposals }: Remains, isOver: AbortSignal): Promise<void> {
  let found = 0;
  do {
    // A run that was just cancelled adds its disposal a tick later.
    await sleep(pauseMs);
    found = docker === undefined ? 0 : await reapContainers(docker, { instanceId });
  } while ((found > 0 || disposals.size > 0) && !isOver.aborted);
  if (docker !== undefined && !isOver.aborted) await removeBridges(docker, { instanceId });
}
