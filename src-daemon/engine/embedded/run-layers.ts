import { packagesUnavailable } from '../engine-errors.ts';
import type { LayerStore } from '../layers.ts';
import type { EmbeddedLayers } from './installer/layer-store.ts';

export interface RunLayers {
  /** Creates and removes layers. */
  store: LayerStore;
  /**
   * Returns the path of a layer; undefined for a layer of another engine. If the layer no longer exists, notifies the
   * listeners.
   * @throws AppError `packages_unavailable` if the layer no longer exists
   */
  require(id: string): string | undefined;
  /** Notes that a run with this layer is expected soon. */
  note(id: string): void;
  onMissing(listener: (id: string) => void): void;
}

interface LayerUse {
  /** A run with the layer of this file is expected. */
  onExpected: (path: string) => void;
  /** The file of a layer is about to be removed. */
  onRemoval: (path: string) => void;
}

/** Connects the layers of this engine with its runs and its warm children. */
export function createRunLayers(layers: EmbeddedLayers, { onExpected, onRemoval }: LayerUse): RunLayers {
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

  /** The children that wait with the layer exit before its file is removed. */
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
