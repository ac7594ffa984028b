import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../core/app-error.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LayerStore } from '../../engine/layers.ts';

const lookMs = 250;

/**
 * The layers of an engine that is ready; one that gets ready is waited for.
 * @throws AppError `engine_unavailable`; the signal's reason
 */
export async function waitForStore(
  engine: Engine,
  signal: AbortSignal,
): Promise<{ store: LayerStore; imageId: string }> {
  for (;;) {
    signal.throwIfAborted();
    const store = engine.layers;
    const imageId = store?.imageId();
    if (store !== undefined && imageId !== undefined) return { store, imageId };
    const { status, reason = '' } = engine.status();
    if (store === undefined || status === 'unavailable' || status === 'ready')
      throw new AppError('engine_unavailable', `Packages are installed by the Docker engine. ${reason}`.trim());
    await sleep(lookMs, undefined, { signal });
  }
}
