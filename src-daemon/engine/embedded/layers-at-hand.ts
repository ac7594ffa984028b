import { packagesUnavailable } from '../engine-errors.ts';
import type { LayerStore } from '../layers.ts';
import type { EmbeddedLayers } from './installer/layer-store.ts';

export interface LayersAtHand {
  /** Makes and removes layers. */
  store: LayerStore;
  /**
   * The file of a layer that a run is to have; undefined for a layer of another engine.
   * @throws AppError `packages_unavailable` for one that no longer exists; the listeners are notified
   */
  require(id: string): string | undefined;
  /** A run with this layer is expected soon. */
  note(id: string): void;
  onMissing(listener: (id: string) => void): void;
}

interface LayerUse {
  /** A run with the layer of this file is expected. */
  onExpected: (path: string) => void;
  /** The file of a layer is about to be removed. */
  onRemoval: (path: string) => void;
}

/** The layers of this engine as its runs use them. */
export function createLayersAtHand(layers: EmbeddedLayers, { onExpected, onRemoval }: LayerUse): LayersAtHand {
  const listeners = new Set<(id: string) => void>();

  function note(id: string): void {
    const path = layers.pathOf(id);
    if (path !== undefined) onExpected(path);
  }

  function require(id: string): string | undefined {
    if (!layers.owns(id)) return undefined;
    const path = layers.pathOf(id);
    if (path !== undefined) return path;
    for (const listener of listeners) listener(id);
    throw packagesUnavailable();
  }

  /** Children that wait with it end before its file does. */
  async function remove(id: string): Promise<boolean> {
    const path = layers.pathOf(id);
    if (path !== undefined) onRemoval(path);
    return layers.remove(id);
  }

  return {
    store: { ...layers, remove },
    require,
    note,
    onMissing: (listener) => listeners.add(listener),
  };
}
