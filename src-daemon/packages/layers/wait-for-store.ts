import { setTimeout as sleep } from 'node:timers/promises';
import type { LayerStore } from '../../engine/layers.ts';
import { AppError } from '../../errors/app-error.ts';
import type { GatedEngine } from '../../work/gated-engine.ts';

const pollIntervalMs = 250;

/**
 * Waits until the engine is ready and returns its layer store for an account.
 * @throws AppError `cluster_not_allowed`, `engine_unavailable`; the signal's reason
 */
export async function waitForStore(
  engine: GatedEngine,
  accountId: number,
  signal: AbortSignal,
): Promise<{ store: LayerStore; imageId: string }> {
  for (;;) {
    signal.throwIfAborted();
    const store = engine.layersFor(accountId);
    const imageId = store?.imageId();
    if (store !== undefined && imageId !== undefined) return { store, imageId };
    const { status, reason = '' } = engine.status();
    if (store === undefined || status === 'unavailable' || status === 'ready')
      throw new AppError(
        'engine_unavailable',
        `Packages can be installed only with Docker or a cluster. ${reason}`.trim(),
      );
    await sleep(pollIntervalMs, undefined, { signal });
  }
}
